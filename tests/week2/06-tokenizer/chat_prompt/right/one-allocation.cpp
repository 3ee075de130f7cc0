#include "chat_prompt.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace tiny_llm {

std::string chat_prompt(const std::vector<Message>& messages) {
    std::vector<std::string_view> parts;
    const auto say = [&](std::string_view role, std::string_view content) {
        for (const std::string_view part : {std::string_view("<|im_start|>"), role, std::string_view("\n"), content,
                 std::string_view("<|im_end|>\n")}) {
            parts.push_back(part);
        }
    };
    for (std::size_t n = 0; n < messages.size(); ++n) {
        const std::string_view role = messages[n].role;
        const auto roles = {"system", "user", "assistant"};
        if (std::find(roles.begin(), roles.end(), role) == roles.end())
            throw std::invalid_argument("chat_prompt: message " + std::to_string(n) + " has another role");
        if (n == 0 && role != "system") say("system", "You are a helpful assistant.");
        say(role, messages[n].content);
    }
    parts.push_back("<|im_start|>assistant\n");
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    std::string text(size, '\0');
    auto to = text.begin();
    for (const std::string_view part : parts) to = std::copy(part.begin(), part.end(), to);
    return text;
}

}  // namespace tiny_llm
