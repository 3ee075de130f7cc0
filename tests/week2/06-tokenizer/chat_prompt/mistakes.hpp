#pragma once
// What people get wrong in chat_prompt, and the function that gets it wrong.
#include <algorithm>
#include <string>

#include "grader/plain.hpp"

using grader::Run, grader::Values;

MISTAKE(content_trimmed, "Spaces and newlines at the edges of the content are cut off. Content is not changed.",
    "内容首尾的空格和换行被去掉了。内容不应改动。");
MISTAKE(content_stripped,
    "Spaces, tabs and newlines at the edges of the content are cut off, as Python's strip does. Content is not changed.",
    "内容首尾的空格、制表符和换行被去掉了，像 Python 的 strip 那样。内容不应改动。");
MISTAKE(default_always,
    "The default system message comes before every conversation. It is only for one whose first message is not from \"system\".",
    "不管什么对话，前面都加了默认的 system 消息。只有第一条不是 system 时才加。");
MISTAKE(default_for_empty_system,
    "An empty system message is replaced by the default one. It is a message like others: only its role counts.",
    "内容为空的 system 消息被换成了默认的。它也是一条消息：只看角色。");
MISTAKE(default_of_no_messages,
    "An empty list of messages gets the default system message. It should get none: only the assistant's header.",
    "没有消息时也加了默认的 system 消息。这时不加，只有 assistant 的开头。");
MISTAKE(default_of_qwen25,
    "The default system message is that of Qwen2.5. Qwen2 was taught with \"You are a helpful assistant.\"",
    "默认的 system 消息用了 Qwen2.5 的。Qwen2 训练时用的是 \"You are a helpful assistant.\"。");
MISTAKE(default_only_before_user,
    "The default system message comes only where the first one is from \"user\". It comes before one from \"assistant\", too.",
    "只有第一条来自 user 时才加了默认的 system 消息。第一条来自 assistant 时也要加。");
MISTAKE(default_unless_any_system,
    "The default system message is missing where a later message is from \"system\". Only the first message decides.",
    "后面某条消息是 system 时，就没加默认的了。只看第一条消息。");
MISTAKE(empty_left_out, "Messages without content are left out. They are messages, too: role, line's end, <|im_end|>.",
    "内容为空的消息被略去了。它们也是消息：角色、换行、<|im_end|>。");
MISTAKE(first_message_lost,
    "A first message that is not from \"system\" is lost: the default one takes its place. The default comes before it.",
    "第一条消息不是 system 时就丢了：默认的 system 消息占了它的位置。默认的应放在它前面。");
MISTAKE(first_role_alone_checked, "Only the first message's role is checked. Any of them may be wrong: check each.",
    "只检查了第一条消息的角色。每一条都可能有错：逐条检查。");
MISTAKE(first_role_unchecked, "The first message's role is not checked. Any of them may be wrong: check each.",
    "第一条消息的角色没有检查。每一条都可能有错：逐条检查。");
MISTAKE(end_of_content_trimmed, "Spaces and newlines at the end of the content are cut off. Content is not changed.",
    "内容末尾的空格和换行被去掉了。内容不应改动。");
MISTAKE(header_after_a_user_alone,
    "The assistant's header comes only after a message from \"user\", or where there is none. It always ends the text.",
    "只有最后一条来自 user、或者没有消息时，末尾才有 assistant 的开头。它应当总在末尾。");
MISTAKE(header_closed,
    "The assistant's last message is closed at once with <|im_end|>. It should be left open, for the model to write it.",
    "结尾 assistant 的那条消息马上就用 <|im_end|> 关上了。应让它开着，由模型来写。");
MISTAKE(header_unless_assistant_last,
    "The header at the end is missing where the last message is from the assistant. It should come always.",
    "最后一条消息来自 assistant 时，结尾没有加 assistant 的开头。它总是要加的。");
MISTAKE(header_without_line_end, "The last newline is missing, the one after \"<|im_start|>assistant\".",
    "最后的 \"<|im_start|>assistant\" 后面少了换行。");
MISTAKE(last_message_alone,
    "Only the last message is written, with its system message. The model has no other memory: write all of them.",
    "只写了最后一条消息和 system 消息。模型没有别的记忆：所有消息都要写。");
MISTAKE(last_messages_alone,
    "Only the last messages of a long conversation are left. The prompt has all of them: what a model can read is not this function's concern.",
    "对话很长时只剩下最后几条消息。提示词里应当全都有：模型能读多少不归这个函数管。");
MISTAKE(line_end_before_im_end,
    "There is a newline between the content and <|im_end|>. Leave it out: the mark comes right after the content.",
    "内容和 <|im_end|> 之间多了换行。这里没有换行：标记紧跟在内容后面。");
MISTAKE(llama_3,
    "These are the marks of Llama 3, <|start_header_id|> and <|eot_id|>. Qwen2 was taught with <|im_start|> and <|im_end|>.",
    "用的是 Llama 3 的标记 <|start_header_id|> 和 <|eot_id|>。Qwen2 训练时用的是 <|im_start|> 和 <|im_end|>。");
MISTAKE(marks_taken_out,
    "Marks inside the content are taken out. Content is not changed: marks in it are for the tokenizer to handle.",
    "内容里的标记被去掉了。内容不应改动：里面的标记由分词器来处理。");
MISTAKE(no_default_system,
    "No system message is put before a conversation that begins without one. It is \"You are a helpful assistant.\"",
    "对话开头没有 system 消息时，没有补上一条。应补上 \"You are a helpful assistant.\"。");
MISTAKE(no_header_at_the_end,
    "The assistant's header is missing at the end: \"<|im_start|>assistant\" and a newline. It tells the model that it is its turn.",
    "结尾少了 assistant 的开头：\"<|im_start|>assistant\" 和一个换行。有了它，模型才知道轮到自己说。");
MISTAKE(no_im_end, "<|im_end|> is missing: without it the model does not see where a message ends.",
    "少了 <|im_end|>：没有它，模型看不出一条消息在哪里结束。");
MISTAKE(no_line_end_after_im_end, "The newline after <|im_end|> is missing. Each message ends in one.",
    "<|im_end|> 后面少了换行。每条消息都以换行结尾。");
MISTAKE(no_line_end_after_the_last_im_end,
    "The newline after the last message's <|im_end|> is missing. Each message ends in one.",
    "最后一条消息的 <|im_end|> 后面少了换行。每条消息都以换行结尾。");
MISTAKE(role_by_its_letters,
    "Part of a role's name is accepted as one, or no name at all. The whole name has to be \"system\", \"user\" or \"assistant\".",
    "角色名的一部分也接受了，空的也接受了。整个名字必须是 \"system\"、\"user\" 或 \"assistant\"。");
MISTAKE(role_in_any_case,
    "Roles are compared without regard to capital letters. \"User\" is not \"user\": it has to be refused.",
    "比较角色时不分大小写。\"User\" 不是 \"user\"，应当拒绝。");
MISTAKE(role_not_checked,
    "Any role is accepted. A role other than \"system\", \"user\" and \"assistant\" has to be refused with std::invalid_argument.",
    "什么角色都接受了。\"system\"、\"user\"、\"assistant\" 之外的应抛出 std::invalid_argument。");
MISTAKE(role_on_the_same_line,
    "The newline between role and content is missing. It is \"<|im_start|>role\", a newline, and then the content.",
    "角色和内容之间少了换行。应为 \"<|im_start|>role\"、换行，然后才是内容。");
MISTAKE(system_before_each_user,
    "The system message is repeated before each message from the user. It should come once, where it was.",
    "每条 user 消息前都重复了 system 消息。它只出现一次，就在原来的位置。");
MISTAKE(systems_first, "System messages are moved to the front. All messages stay in their order.",
    "system 消息被挪到了最前面。所有消息都应保持原来的次序。");
MISTAKE(up_to_a_zero,
    "The content ends at its first zero byte. A std::string has as many bytes as size() says: append it whole, not its c_str().",
    "内容在第一个零字节处断了。std::string 有 size() 那么多字节：应整个接上去，而不是接 c_str()。");

namespace {

struct Told {  // one message
    std::string role, content;
};

std::string without(std::string text, const std::string& mark) {
    for (std::size_t at; (at = text.find(mark)) != text.npos;) text.erase(at, mark.size());
    return text;
}

std::string trimmed(std::string text, const char* blank) {
    text.erase(text.find_last_not_of(blank) + 1);
    return text.erase(0, std::min(text.find_first_not_of(blank), text.size()));
}

/// One message in the template.
std::string turn(Told message) {
    std::string& content = message.content;
    if (content_trimmed || content_stripped) content = trimmed(content, content_stripped ? " \t\r\n\v\f" : " \r\n");
    if (end_of_content_trimmed) content.erase(content.find_last_not_of(" \r\n") + 1);
    if (marks_taken_out) content = without(without(content, "<|im_start|>"), "<|im_end|>");
    if (up_to_a_zero) content = content.c_str();
    if (llama_3) return "<|start_header_id|>" + message.role + "<|end_header_id|>\n\n" + content + "<|eot_id|>";
    std::string end = "<|im_end|>";
    if (no_im_end) end.clear();
    return "<|im_start|>" + message.role + (role_on_the_same_line ? "" : "\n") + content +
           (line_end_before_im_end ? "\n" : "") + end + (no_line_end_after_im_end ? "" : "\n");
}

bool is_role(std::string role, bool first) {
    if (role_not_checked || (first ? first_role_unchecked : first_role_alone_checked)) return true;
    if (role_by_its_letters && std::string("system user assistant").find(role) != role.npos) return true;
    if (role_in_any_case)
        for (char& c : role) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return role == "system" || role == "user" || role == "assistant";
}

}  // namespace

static Values chat_prompt(Run& run) {
    std::vector<Told> messages;
    for (const grader::Value& message : std::get<Values>(run.call["messages"].is)) {
        const auto& pair = std::get<Values>(message.is);
        messages.push_back({std::get<std::string>(pair.at(0).is), std::get<std::string>(pair.at(1).is)});
    }
    const auto is_system = [](const Told& message) { return message.role == "system"; };

    std::string text;
    const bool none = messages.empty(), begins_with_system = !none && is_system(messages[0]);
    const bool needs_system = default_always             ? !none
                              : default_of_no_messages   ? !begins_with_system
                              : default_only_before_user ? !none && messages[0].role == "user"
                              : default_unless_any_system
                                  ? !none && std::none_of(messages.begin(), messages.end(), is_system)
                                  : !none && !begins_with_system;
    if (needs_system && !no_default_system)
        text += turn({"system", std::string(default_of_qwen25 ? "You are Qwen, created by Alibaba Cloud. " : "") +
                                    "You are a helpful assistant."});

    const std::string system = begins_with_system ? turn(messages[0]) : text;
    if (systems_first) std::stable_partition(messages.begin(), messages.end(), is_system);
    const std::size_t n = messages.size();
    bool user_before = false;
    const bool lost = first_message_lost && needs_system;
    for (std::size_t i = last_messages_alone && n > 8 ? n - 8 : lost ? 1 : 0; i < n; ++i) {
        Told message = messages[i];
        if (default_for_empty_system && is_system(message) && message.content.empty())
            message.content = "You are a helpful assistant.";
        if (system_before_each_user && message.role == "user" && std::exchange(user_before, true)) text += system;
        if (!is_role(message.role, i == 0)) throw std::invalid_argument("");
        if (last_message_alone && i + 1 < n && !(i == 0 && is_system(message))) continue;
        if (empty_left_out && message.content.empty()) continue;
        text += turn(message);
    }
    if (no_line_end_after_the_last_im_end && !text.empty()) text.pop_back();
    if (no_header_at_the_end || (header_unless_assistant_last && n > 0 && messages[n - 1].role == "assistant") ||
        (header_after_a_user_alone && n > 0 && messages[n - 1].role != "user"))
        return {text};
    if (header_closed) return {text + turn({"assistant", ""})};
    if (llama_3) return {text + "<|start_header_id|>assistant<|end_header_id|>\n\n"};
    return {text + "<|im_start|>assistant" + (header_without_line_end ? "" : "\n")};
}
