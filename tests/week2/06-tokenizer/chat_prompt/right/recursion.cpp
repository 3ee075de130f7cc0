#include "chat_prompt.hpp"

namespace tiny_llm {
namespace {

using Next = std::vector<Message>::const_iterator;

std::string open(const std::string& role) { return "<|im_start|>" + role + "\n"; }

/// What is said from here on, and the assistant's turn.
std::string from(Next next, Next end) {
    if (next == end) return open("assistant");
    if (next->role != "system" && next->role != "user" && next->role != "assistant")
        throw std::invalid_argument(next->role);
    return open(next->role) + next->content + "<|im_end|>\n" + from(next + 1, end);
}

}  // namespace

std::string chat_prompt(const std::vector<Message>& messages) {
    const std::string all = from(messages.begin(), messages.end());
    if (messages.empty() || messages[0].role == "system") return all;
    return open("system") + "You are a helpful assistant." + "<|im_end|>\n" + all;
}

}  // namespace tiny_llm
