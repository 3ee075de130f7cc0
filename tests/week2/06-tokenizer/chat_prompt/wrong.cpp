#include "chat_prompt.hpp"

namespace tiny_llm {

// ---- content-trimmed

static std::string turn(const Message& message) {
    std::string content = message.content;
    while (!content.empty() && std::string(" \r\n").find(content.back()) != std::string::npos) content.pop_back();
    while (!content.empty() && std::string(" \r\n").find(content[0]) != std::string::npos) content.erase(0, 1);
    return "<|im_start|>" + message.role + "\n" + content + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    if (!messages.empty() && messages[0].role != "system") text += turn({"system", "You are a helpful assistant."});
    for (const Message& message : messages) {
        if (message.role != "system" && message.role != "user" && message.role != "assistant") {
            throw std::invalid_argument(
                "chat_prompt: \"" + message.role + "\" is no role; there are system, user and assistant");
        }
        text += turn(message);
    }
    return text + "<|im_start|>assistant\n";
}

// ---- default-always+no-header-at-the-end

static std::string turn(const Message& message) {
    return "<|im_start|>" + message.role + "\n" + message.content + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    if (!messages.empty()) text += turn({"system", "You are a helpful assistant."});
    for (const Message& message : messages) {
        if (message.role != "system" && message.role != "user" && message.role != "assistant") {
            throw std::invalid_argument(
                "chat_prompt: \"" + message.role + "\" is no role; there are system, user and assistant");
        }
        text += turn(message);
    }
    return text;
}

// ---- first-message-lost

static std::string turn(const std::string& role, const std::string& content) {
    return "<|im_start|>" + role + "\n" + content + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    const bool has = !messages.empty() && messages[0].role == "system";
    if (!messages.empty())
        text += has ? turn("system", messages[0].content) : turn("system", "You are a helpful assistant.");
    for (std::size_t i = 1; i < messages.size(); ++i) {
        const Message& message = messages[i];
        if (message.role != "system" && message.role != "user" && message.role != "assistant") {
            throw std::invalid_argument("chat_prompt: no such role: " + message.role);
        }
        text += turn(message.role, message.content);
    }
    return text + "<|im_start|>assistant\n";
}

// ---- last-message-alone

static std::string turn(const Message& message) {
    return "<|im_start|>" + message.role + "\n" + message.content + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    if (!messages.empty() && messages[0].role != "system") text += turn({"system", "You are a helpful assistant."});
    for (const Message& message : messages) {
        if (message.role != "system" && message.role != "user" && message.role != "assistant") {
            throw std::invalid_argument(
                "chat_prompt: \"" + message.role + "\" is no role; there are system, user and assistant");
        }
        if (&message == &messages.back() || (&message == &messages[0] && message.role == "system"))
            text += turn(message);
    }
    return text + "<|im_start|>assistant\n";
}

// ---- role-by-its-letters

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

// ---- up-to-a-zero

static std::string turn(const Message& message) {
    return "<|im_start|>" + message.role + "\n" + message.content.c_str() + "<|im_end|>\n";
}

std::string chat_prompt(const std::vector<Message>& messages) {
    std::string text;
    if (!messages.empty() && messages[0].role != "system") text += turn({"system", "You are a helpful assistant."});
    for (const Message& message : messages) {
        if (message.role != "system" && message.role != "user" && message.role != "assistant") {
            throw std::invalid_argument(
                "chat_prompt: \"" + message.role + "\" is no role; there are system, user and assistant");
        }
        text += turn(message);
    }
    return text + "<|im_start|>assistant\n";
}

}  // namespace tiny_llm
