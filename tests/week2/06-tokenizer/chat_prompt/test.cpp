#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::Value;
using grader::Values;

/// Asks for a refusal of this role: alone, first, in the middle, last, and with nothing to say.
static void refuses_role(const std::string& role) {
    const Values hi{"user", "Hi"}, brief{"system", "Be brief."};
    const auto refused = [](Values messages) { refuses({"", {{"messages", std::move(messages)}}}); };
    refused({grader::Value(Values{role, "Hi"})});
    refused({Values{role, "Hi"}, hi});
    refused({brief, Values{role, "Hi"}, hi});
    refused({hi, Values{role, "Hi"}});
    refused({brief, hi, Values{role, ""}});
}

QUESTION("one message from the user, as in the chapter", "用户的一条消息，和章节里一样") { grade("by-hand"); }

QUESTION("a system message of its own, first", "开头有自己的 system 消息") {
    grade("system");
    grade("only-system");
    grade("system-of-the-same-words");
}

QUESTION("a conversation of several turns", "来回几轮的对话") {
    grade("answered");
    grade("answered-with-system");
}

QUESTION("no messages: only the assistant's header", "没有消息：只有 assistant 的开头") { grade("none"); }

QUESTION("a system message that is not the first stays where it is", "system 消息不在第一条时，留在原处") {
    grade("system-later");
    grade("system-last");
}

QUESTION("several system messages", "几条 system 消息") {
    grade("two-systems");
    grade("system-again");
}

QUESTION("the assistant speaks first, or last", "assistant 先说，或最后说") {
    grade("assistant-first");
    grade("assistant-last");
    grade("only-assistant");
}

QUESTION("the same role several times", "同一个角色连说几条") { grade("two-users"); }

QUESTION("empty messages are messages", "空消息也是消息") {
    grade("empty");
    grade("empty-between");
    grade("empty-system");
}

QUESTION("spaces and newlines at the edges stay", "首尾的空格和换行保留") {
    grade("spaces");
    grade("line-ends");
    grade("system-with-spaces");
    grade("assistant-with-spaces");
}

QUESTION("roles' names as content", "内容恰好是角色名") { grade("roles-as-words"); }

QUESTION("marks inside a message stay as they are", "消息里的标记原样保留") {
    grade("mark-inside");
    grade("turn-inside");
    grade("other-marks");
}

QUESTION("signs of programs and templates stay as they are", "程序和对话模板用的符号原样保留") {
    grade("signs");
    grade("more-signs");
}

QUESTION("a message of 100,001 bytes", "100,001 个字节的消息") {
    const std::string content = std::string(100'000, 'a') + "!";
    const std::string text =
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n" + content + "<|im_end|>\n<|im_start|>assistant\n";
    grade({"", {{"messages", Values{Values{"system", "Be brief."}, Values{"user", content}}}}}, {text});
}

QUESTION("300 messages, tabs at the edges", "300 条消息，首尾是制表符") {
    Values messages;
    std::string text = "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n";
    for (int n = 0; n < 300; ++n) {
        const std::string role = n % 2 == 0 ? "user" : "assistant", content = "\t" + std::to_string(n) + "\t";
        messages.emplace_back(Values{role, content});
        text += "<|im_start|>" + role + "\n" + content + "<|im_end|>\n";
    }
    grade({"", {{"messages", messages}}}, {text + "<|im_start|>assistant\n"});
}

QUESTION("Chinese, and bytes that are not text", "中文，以及不成文本的字节") {
    grade("unicode");
    grade("bytes");
}

QUESTION("a role that is none of the three is refused, wherever it is", "三者之外的角色，不论在哪一条，都拒绝") {
    for (const char* role : {"tool", "developer", "bot", "human", "function", "systems", "user "}) refuses_role(role);
}

QUESTION("a later message with such a role is refused, too", "后面的消息是这样的角色，也拒绝") {
    refuses({"", {{"messages", Values{Values{"user", "Hi"}, Values{"tool", "Hi"}}}}});
}

QUESTION("capital letters, parts of names and no name are refused", "大写、角色名的一部分、空角色名都拒绝") {
    for (const char* role :
        {"User", "SYSTEM", "Assistant", "ASSISTANT", "USER", "use", "assist", "a", "", "assistant\n"})
        refuses_role(role);
    // As a C string it would be user.
    refuses_role(std::string("user\0x", 6));
}
