#include "chat_prompt.hpp"

#include <set>
#include <sstream>

namespace tiny_llm {

std::string chat_prompt(const std::vector<Message>& messages) {
    static const std::set<std::string> roles{"assistant", "system", "user"};
    std::ostringstream out;
    bool is_first = true;
    for (const auto& [role, content] : messages) {
        if (roles.count(role) == 0) throw std::invalid_argument("chat_prompt: no such role: " + role);
        if (is_first && role != "system") out << "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n";
        is_first = false;
        out << "<|im_start|>" << role << '\n' << content << "<|im_end|>" << '\n';
    }
    out << "<|im_start|>assistant\n";
    return out.str();
}

}  // namespace tiny_llm
