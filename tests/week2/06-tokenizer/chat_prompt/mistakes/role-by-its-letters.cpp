#include "chat_prompt.hpp"

namespace tiny_llm {

static std::string turn(const Message& message) {
    return "<|im_start|>" + message.role + "\n" + message.content + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    if (!messages.empty() && messages[0].role != "system") text += turn({"system", "You are a helpful assistant."});
    for (const Message& message : messages) {
        if (std::string("system user assistant").find(message.role) == std::string::npos) {
            throw std::invalid_argument(
                "chat_prompt: \"" + message.role + "\" is no role; there are system, user and assistant");
        }
        text += turn(message);
    }
    return text + "<|im_start|>assistant\n";
}

}  // namespace tiny_llm
