#include "chat_prompt.hpp"

namespace tiny_llm {

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text = "<|im_start|>assistant\n";
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
        enum { system, user, assistant, none } role = none;
        if (message->role == "system") role = system;
        if (message->role == "user") role = user;
        if (message->role == "assistant") role = assistant;
        if (role == none) throw std::invalid_argument("chat_prompt: roles are system, user and assistant");
        text.insert(0, "<|im_end|>\n");
        text.insert(0, message->content);
        const char* names[] = {"system", "user", "assistant"};
        text.insert(0, std::string("<|im_start|>") + names[role] + "\n");
        if (message + 1 == messages.rend() && role != system)
            text.insert(0, "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n");
    }
    return text;
}

}  // namespace tiny_llm
