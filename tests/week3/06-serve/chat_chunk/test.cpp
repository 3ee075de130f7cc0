#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;

QUESTION("the first event, as in the chapter", "第一个事件，和章节里一样") { grade("by-hand"); }

QUESTION("the first event may have no text", "第一个事件可以没有文字") { grade("first"); }

QUESTION("the role is in the first event alone", "只有第一个事件有 role") {
    grade("second");
    grade("later");
    grade("much-later");
}

QUESTION("an empty text is sent as empty content", "空的文字：content 是空的") { grade("empty"); }

QUESTION("the answer ends by itself: finish_reason is stop", "回答自己结束：finish_reason 是 stop") { grade("stop"); }

QUESTION("the answer reaches its limit: finish_reason is length", "回答到了长度上限：finish_reason 是 length") {
    grade("length");
}

QUESTION("an answer that ends at once", "一开始就结束的回答") { grade("ends-at-once"); }

QUESTION("where usage is asked for, it is null in the events with text", "要了用量：带文字的事件里，usage 是 null") {
    grade("asked-first");
    grade("asked-later");
}

QUESTION("where usage is asked for, it is null in the event with the finish_reason, too",
    "要了用量：带 finish_reason 的事件里，usage 也是 null") {
    grade("asked-stop");
}

QUESTION("the event with usage: its choices are empty", "带用量的事件：choices 是空的") { grade("usage"); }

QUESTION("usage with more than 32 bits", "超过 32 位的用量") { grade("usage-of-much"); }

QUESTION("usage of an answer without tokens", "没有 token 的回答的用量") {
    grade("usage-of-nothing");
    grade("usage-at-once");
}

QUESTION("another id, time and model, with quotes in them", "换一个 id、时间和模型，里面还有引号") {
    grade("another-reply");
}

QUESTION("quotes and backslashes are escaped", "引号和反斜杠要转义") {
    grade("quotes");
    grade("json");
    grade("escapes");
}

QUESTION("newlines don't end the event", "换行不会结束事件") {
    grade("line-ends");
    grade("line-end");
    grade("two-line-ends");
    grade("data");
}

QUESTION("all control characters are escaped", "所有控制字符都要转义") { grade("controls"); }

QUESTION("a zero byte stays in the text", "文字里的零字节要保留") { grade("zero"); }

QUESTION(
    "Chinese, emoji, and characters that some take for newlines stay", "中文、表情，以及有人当作换行的字符：原样保留") {
    grade("unicode");
}

QUESTION("spaces around a text stay", "文字两头的空格保留") { grade("spaces"); }

QUESTION("bytes that are no UTF-8 become U+FFFD", "不是 UTF-8 的字节变成 U+FFFD") {
    grade("no-utf8");
    grade("no-utf8-alone");
}

QUESTION("several bytes that are no UTF-8: each becomes U+FFFD", "几个不是 UTF-8 的字节：每个都变成 U+FFFD") {
    grade("no-utf8-many");
}

QUESTION("an unknown finish_reason is refused", "不存在的 finish_reason：拒绝") {
    for (const char* reason : {"eos", "Stop", "tool_calls", "content_filter", "null", "length "}) {
        refuses(with("stop", {{"finish_reason", reason}}));
    }
}

QUESTION("an empty finish_reason is refused", "空的 finish_reason：拒绝") {
    refuses(with("stop", {{"finish_reason", ""}}));
}

QUESTION("text with a finish_reason is refused", "文字和 finish_reason 同时给：拒绝") {
    refuses(with("stop", {{"text", "!"}}));
    refuses(with("length", {{"text", " "}}));
    refuses(with("ends-at-once", {{"text", "Hi"}}));
}

QUESTION("text with usage is refused", "文字和用量同时给：拒绝") { refuses(with("usage", {{"text", "!"}})); }

QUESTION("a finish_reason with usage is refused", "finish_reason 和用量同时给：拒绝") {
    refuses(with("usage", {{"finish_reason", "stop"}}));
}

QUESTION("usage that nobody asked for is refused", "没有要用量，却给了：拒绝") {
    refuses(with("stop", {{"usage", Integers({2}, {24, 5})}, {"finish_reason", "stop"}}));
    refuses(with("empty", {{"usage", Integers({2}, {24, 5})}}));
    refuses(with("first", {{"usage", Integers({2}, {0, 0})}}));
}

QUESTION("a text of 300,000 bytes", "300,000 字节的文字") {
    std::string text;
    for (int n = 0; n < 100'000; ++n) text += n % 100 == 0 ? "\n中\"" : "abc";
    grader::Values lines{"choices[0].delta.content: \"" + text + "\"", "choices[0].finish_reason: null",
        "choices[0].index: 0", "created: 1764180000", "id: \"chatcmpl-7\"", "model: \"tiny-llm\"",
        "object: \"chat.completion.chunk\""};
    grader::Values outputs;
    outputs.emplace_back(lines);
    grade(with("second", {{"text", text}}), outputs);
}
