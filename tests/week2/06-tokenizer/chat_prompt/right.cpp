#include "chat_prompt.hpp"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <set>
#include <sstream>
#include <string_view>

namespace tiny_llm {

// ---- copy-and-fold

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

// ---- from-behind

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

// ---- one-allocation

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

// ---- recursion

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

// ---- stream

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
