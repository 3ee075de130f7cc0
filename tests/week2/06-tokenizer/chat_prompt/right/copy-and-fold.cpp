#include "chat_prompt.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

std::string chat_prompt(const std::vector<Message>& messages) {
    const auto has_a_role = [](const Message& m) {
        return m.role == "system" || m.role == "user" || m.role == "assistant";
    };
    if (!std::all_of(messages.begin(), messages.end(), has_a_role)) throw std::invalid_argument("chat_prompt: a role");
    std::vector<Message> all(messages);
    if (!all.empty() && all.front().role != "system")
        all.insert(all.begin(), {"system", "You are a helpful assistant."});
    const std::string text =
        std::accumulate(all.begin(), all.end(), std::string(), [](std::string before, const Message& m) {
            return std::move(before) + "<|im_start|>" + m.role + "\n" + m.content + "<|im_end|>\n";
        });
    return text + "<|im_start|>assistant\n";
}

}  // namespace tiny_llm
