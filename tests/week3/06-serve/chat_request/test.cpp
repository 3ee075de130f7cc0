#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::Value;
using grader::Values;
using grader::with;

/// A number between the limits of double and those of float, which rounds it to the limit itself.
static void just_outside(const std::string& name, const std::string& number) {
    const std::string rest = R"("model": "m", "messages": [{"role": "user", "content": "Hi"}]})";
    Values outputs;
    outputs.emplace_back(Values{"refused with 400, invalid_request_error", "param: " + name});
    grade(with("least", {{"body", "{\"" + name + "\": " + number + ", " + rest}}), outputs);
}

QUESTION("a request, as in the chapter", "一个请求，和章节里一样") { grade("by-hand"); }

QUESTION("the shortest request: missing fields get their default values", "最短的请求：没写的字段取默认值") {
    grade("least");
}

QUESTION("messages in order, with the roles system, user and assistant", "消息按顺序，角色有 system、user、assistant") {
    grade("two-messages");
    grade("conversation");
}

QUESTION("developer is another word for system", "developer 就是 system") {
    grade("developer");
    grade("developer-later");
}

QUESTION("text with quotes, newlines, Chinese and escapes", "文字里有引号、换行、中文和转义") {
    grade("text");
    grade("escapes");
    grade("raw-bytes");
    grade("empty-text");
}

QUESTION("spaces and newlines around a text stay", "文字两头的空格和换行保留") {
    grade("spaces-around");
    grade("spaces-around-parts");
}

QUESTION("spaces and newlines around a stop stay", "stop 两头的空格和换行保留") { grade("stop-of-spaces"); }

QUESTION("content in one part", "内容是一个片段") { grade("one-part"); }

QUESTION("several parts are joined with a newline", "几个片段之间用换行连接") { grade("parts"); }

QUESTION("parts with an empty text are joined with a newline, too", "空的片段之间也用换行连接") {
    for (const char* name : {"empty-parts-1", "empty-parts-2", "empty-parts-3"}) grade(name);
}

QUESTION("content with no parts is an empty text", "没有片段就是空文字") { grade("no-parts"); }

QUESTION("content that is null is an empty text", "内容为 null 就是空文字") { grade("null-content"); }

QUESTION("content that is missing is an empty text", "没有内容就是空文字") { grade("no-content"); }

QUESTION("a message and a part may have other fields, too", "消息和片段里可以有别的字段") {
    grade("more-in-a-message");
    grade("more-in-a-part");
}

QUESTION("null counts as not there", "null 等于没有") {
    grade("max_tokens-null");
    grade("temperature-null");
    grade("top_p-null");
    grade("seed-null");
    grade("stream-null");
    grade("stop-null");
    grade("n-null");
    grade("tools-null");
    grade("functions-null");
    grade("logprobs-null");
    grade("all-null");
}

QUESTION("max_tokens", "max_tokens") {
    for (const char* name : {"max_tokens-1", "max_tokens-2", "max_tokens-3"}) grade(name);
}

QUESTION("max_tokens up to 2^64 - 1", "max_tokens 最大到 2^64 − 1") {
    for (const char* name : {"max_tokens-4", "max_tokens-5", "max_tokens-6", "max_tokens-7", "max_tokens-8"})
        grade(name);
}

QUESTION("max_tokens of 0 is refused", "max_tokens 为 0：拒绝") { grade("max_tokens-bad-1"); }

QUESTION("max_tokens below 0 is refused", "max_tokens 为负：拒绝") {
    for (const char* name : {"max_tokens-bad-2", "max_tokens-bad-3"}) grade(name);
}

QUESTION("max_tokens beyond 2^64 - 1 is refused", "max_tokens 超过 2^64 − 1：拒绝") { grade("max_tokens-bad-4"); }

QUESTION("max_tokens that is no whole number is refused", "max_tokens 不是整数：拒绝") { grade("max_tokens-bad-5"); }

QUESTION("max_tokens that is no number is refused", "max_tokens 不是数：拒绝") {
    grade("max_tokens-bad-6");
    grade("max_tokens-bad-8");
}

QUESTION("max_tokens that is true is refused", "max_tokens 为 true：拒绝") { grade("max_tokens-bad-7"); }

QUESTION("max_completion_tokens alone", "只有 max_completion_tokens") { grade("completion"); }

QUESTION("max_completion_tokens comes before max_tokens", "max_completion_tokens 优先于 max_tokens") {
    grade("completion-first");
    grade("completion-first-turned");
    grade("completion-alone-counts");
}

QUESTION("where max_completion_tokens is there, max_tokens is not looked at",
    "有 max_completion_tokens 时，不看 max_tokens") {
    for (const char* name : {"completion-and-a-bad-one-1", "completion-and-a-bad-one-2", "completion-and-a-bad-one-3",
             "completion-and-a-bad-one-4"})
        grade(name);
}

QUESTION("where max_completion_tokens is null, max_tokens counts", "max_completion_tokens 为 null 时，看 max_tokens") {
    grade("completion-null");
}

QUESTION("max_completion_tokens out of range, or no whole number, is refused",
    "max_completion_tokens 超出范围或不是整数：拒绝") {
    for (const char* name : {"completion-bad-1", "completion-bad-2", "completion-bad-3", "completion-bad-4"})
        grade(name);
}

QUESTION("temperature", "temperature") {
    grade("temperature-2");
    grade("temperature-6");
}

QUESTION("temperature may be a whole number", "temperature 可以是整数") { grade("temperature-3"); }

QUESTION("temperature 0", "temperature 为 0") {
    grade("temperature-1");
    grade("temperature-7");
}

QUESTION("temperature 2", "temperature 为 2") {
    grade("temperature-4");
    grade("temperature-5");
}

QUESTION("temperature below 0 is refused", "temperature 小于 0：拒绝") {
    for (const char* name : {"temperature-bad-1", "temperature-bad-2"}) grade(name);
}

QUESTION("temperature above 2 is refused", "temperature 大于 2：拒绝") {
    for (const char* name : {"temperature-bad-3", "temperature-bad-4"}) grade(name);
    just_outside("temperature", "2.00000001");
}

QUESTION("temperature that is no number is refused", "temperature 不是数：拒绝") {
    grade("temperature-bad-5");
    for (const char* name : {"temperature-bad-7", "temperature-bad-8"}) grade(name);
}

QUESTION("temperature that is true is refused", "temperature 为 true：拒绝") { grade("temperature-bad-6"); }

QUESTION("top_p", "top_p") {
    grade("top_p-2");
    grade("top_p-4");
}

QUESTION("top_p of 0 and of 1", "top_p 为 0 和 1") {
    grade("top_p-1");
    grade("top_p-3");
    grade("top_p-5");
}

QUESTION("top_p outside of its range is refused", "top_p 在范围之外：拒绝") {
    for (const char* name : {"top_p-bad-1", "top_p-bad-2", "top_p-bad-3"}) grade(name);
    just_outside("top_p", "1.00000001");
}

QUESTION("top_p that is no number is refused", "top_p 不是数：拒绝") {
    for (const char* name : {"top_p-bad-4", "top_p-bad-5"}) grade(name);
}

QUESTION("seed, of any sign", "seed，正负都行") {
    for (const char* name : {"seed-1", "seed-2", "seed-3"}) grade(name);
}

QUESTION("seed of 64 bits", "64 位的 seed") {
    for (const char* name : {"seed-4", "seed-5", "seed-6", "seed-7", "seed-8"}) grade(name);
}

QUESTION("seed of more than 64 bits is refused", "seed 超过 64 位：拒绝") {
    for (const char* name : {"seed-bad-1", "seed-bad-2", "seed-bad-3"}) grade(name);
}

QUESTION("seed that is no whole number is refused", "seed 不是整数：拒绝") {
    for (const char* name : {"seed-bad-4", "seed-bad-5", "seed-bad-6"}) grade(name);
}

QUESTION("stream", "stream") {
    for (const char* name : {"stream-1", "stream-2"}) grade(name);
}

QUESTION("stream that is neither true nor false is refused", "stream 不是 true 也不是 false：拒绝") {
    for (const char* name : {"stream-bad-1", "stream-bad-2", "stream-bad-3", "stream-bad-4", "stream-bad-5"})
        grade(name);
}

QUESTION("usage at the end of a stream", "流结束时给出用量") { grade("usage"); }

QUESTION("no usage where it isn't asked for", "没有要用量，就不给") {
    grade("usage-not");
    grade("usage-null");
    grade("options-empty");
    grade("options-null");
    grade("options-null-without-stream");
}

QUESTION("stream_options may have other fields", "stream_options 里可以有别的") { grade("options-more"); }

QUESTION("stream_options without stream are refused", "没有 stream 却有 stream_options：拒绝") {
    grade("options-without-stream");
    grade("options-with-stream-false");
    grade("options-with-stream-null");
}

QUESTION("stream_options that are no object are refused", "stream_options 不是对象：拒绝") {
    for (const char* name : {"options-bad-1", "options-bad-2", "options-bad-3", "options-bad-4"}) grade(name);
}

QUESTION("include_usage that is neither true nor false is refused", "include_usage 不是 true 也不是 false：拒绝") {
    for (const char* name : {"usage-bad-1", "usage-bad-2", "usage-bad-3"}) grade(name);
}

QUESTION("stop as one string", "stop 是一个字符串") {
    for (const char* name : {"stop-1", "stop-2", "stop-3"}) grade(name);
}

QUESTION("stop as an array", "stop 是数组") {
    grade("stop-5");
    grade("stop-6");
    grade("stop-8");
}

QUESTION("stop as an empty array", "stop 是空数组") { grade("stop-4"); }

QUESTION("four stops", "四个 stop") {
    grade("stop-7");
    grade("stop-four-and-more");
}

QUESTION("five stops are refused", "五个 stop：拒绝") { grade("stop-bad-10"); }

QUESTION("an empty stop is refused", "stop 为空串：拒绝") { grade("stop-bad-1"); }

QUESTION("an empty stop in an array is refused", "数组里有空串 stop：拒绝") {
    grade("stop-bad-2");
    grade("stop-bad-3");
}

QUESTION("a stop that is no string is refused", "stop 不是字符串：拒绝") {
    grade("stop-bad-4");
    grade("stop-bad-8");
    grade("stop-bad-9");
}

QUESTION("a stop in an array that is no string is refused", "数组里的 stop 不是字符串：拒绝") {
    grade("stop-bad-5");
    grade("stop-bad-6");
    grade("stop-bad-7");
    grade("stop-bad-11");
}

QUESTION("n of 1: one answer", "n 为 1：一个回答") { grade("n-1"); }

QUESTION("n of another number is refused", "n 是别的数：拒绝") {
    for (const char* name : {"n-bad-1", "n-bad-2", "n-bad-3"}) grade(name);
    grade("n-bad-4");
}

QUESTION("n that is no whole number is refused", "n 不是整数：拒绝") {
    for (const char* name : {"n-bad-5", "n-bad-6"}) grade(name);
}

QUESTION("n that is true is refused", "n 为 true：拒绝") { grade("n-bad-7"); }

QUESTION("empty arrays of tools and functions", "tools 和 functions 是空数组") {
    grade("tools-1");
    grade("functions-1");
}

QUESTION("tools are refused", "tools：拒绝") { grade("tools-bad-1"); }

QUESTION("functions are refused", "functions：拒绝") { grade("functions-bad-1"); }

QUESTION("tools and functions that are no arrays are refused", "tools 和 functions 不是数组：拒绝") {
    for (const char* name : {"tools-bad-2", "tools-bad-3", "tools-bad-4", "tools-bad-5"}) grade(name);
    for (const char* name : {"functions-bad-2", "functions-bad-3"}) grade(name);
}

QUESTION("logprobs of false ask for nothing", "logprobs 为 false：等于没要") { grade("logprobs-1"); }

QUESTION("logprobs are refused", "logprobs：拒绝") { grade("logprobs-bad-1"); }

QUESTION("logprobs that are neither true nor false are refused", "logprobs 不是 true 也不是 false：拒绝") {
    for (const char* name : {"logprobs-bad-2", "logprobs-bad-3", "logprobs-bad-4"}) grade(name);
}

QUESTION("fields that nobody knows are left alone", "不认识的字段：不管") {
    grade("unknown");
    grade("unknown-of-other-names");
}

QUESTION("a model of any name", "模型叫什么都行") {
    for (const char* name : {"model-1", "model-2"}) grade(name);
}

QUESTION("a request without a model is refused", "没有 model：拒绝") {
    grade("no-model");
    grade("model-null");
}

QUESTION("a model that is no string is refused", "model 不是字符串：拒绝") {
    for (const char* name : {"model-bad-1", "model-bad-2", "model-bad-3", "model-bad-4"}) grade(name);
}

QUESTION("a request without messages is refused", "没有消息：拒绝") {
    grade("no-messages");
    grade("messages-bad-1");
}

QUESTION("an empty array of messages is refused", "消息的数组为空：拒绝") { grade("messages-bad-2"); }

QUESTION("messages that are no array are refused", "messages 不是数组：拒绝") {
    for (const char* name : {"messages-bad-3", "messages-bad-4", "messages-bad-5", "messages-bad-6"}) grade(name);
}

QUESTION("a message that is no object is refused, with its place", "消息不是对象：拒绝，并说出是第几条") {
    grade("message-bad-1");
    grade("message-bad-later-1");
    grade("message-bad-2");
    grade("message-bad-later-2");
    grade("message-bad-3");
    grade("message-bad-later-3");
    grade("message-bad-4");
    grade("message-bad-later-4");
    grade("message-bad-5");
    grade("message-bad-later-5");
}

QUESTION("an unknown role is refused", "不认识的角色：拒绝") {
    for (const char* name : {"role-bad-2", "role-bad-3", "role-bad-4", "role-bad-5", "role-bad-6"}) grade(name);
}

QUESTION("a role that is missing, or no string, is refused", "角色缺失或不是字符串：拒绝") {
    grade("role-bad-1");
    grade("role-bad-7");
    grade("role-bad-8");
    grade("no-role");
}

QUESTION("a mistake in a later message is refused, with its place", "错在后面的消息里：说出是第几条") {
    for (const char* name : {"role-bad-later-1", "role-bad-later-2", "role-bad-later-3", "role-bad-later-4",
             "role-bad-later-5", "role-bad-later-6", "role-bad-later-7", "role-bad-later-8"})
        grade(name);
}

QUESTION("content that is no text is refused", "内容不是文字：拒绝") {
    for (const char* name : {"content-bad-1", "content-bad-2", "content-bad-3", "content-bad-4", "content-bad-5"})
        grade(name);
    for (const char* name : {"content-bad-later-1", "content-bad-later-2", "content-bad-later-3", "content-bad-later-4",
             "content-bad-later-5"})
        grade(name);
}

QUESTION("a part that is no object is refused, with its place", "片段不是对象：拒绝，并说出是第几个") {
    for (const char* name : {"part-bad-1", "part-bad-2", "part-bad-3", "part-bad-4"}) grade(name);
    for (const char* name : {"part-bad-later-1", "part-bad-later-2", "part-bad-later-3", "part-bad-later-4"})
        grade(name);
}

QUESTION("an image is refused, with its place", "图像：拒绝，并说出位置") {
    grade("image");
    grade("image-later");
    grade("image-in-a-later-message");
}

QUESTION("audio is refused", "音频：拒绝") { grade("audio"); }

QUESTION("a part without a type is refused", "片段没有类型：拒绝") {
    grade("type-missing");
    grade("type-null");
    grade("type-number");
}

QUESTION("a part without a text is refused", "片段没有文字：拒绝") {
    grade("text-missing");
    grade("text-null");
    grade("text-number");
}

QUESTION("a body that is no JSON is refused", "请求体不是 JSON：拒绝") {
    for (const char* name : {"no-json-1", "no-json-2", "no-json-3", "no-json-4"}) grade(name);
    for (const char* name : {"no-json-8", "no-json-9", "no-json-10", "no-json-11"}) grade(name);
}

QUESTION("nothing comes after the object", "对象后面不能再有东西") {
    for (const char* name : {"no-json-5", "no-json-6", "no-json-7"}) grade(name);
}

QUESTION("numbers and words that JSON doesn't have are refused", "JSON 里没有的数和词：拒绝") {
    for (const char* name : {"no-number-1", "no-number-2", "no-number-3", "no-number-4", "no-number-5", "no-number-6",
             "no-number-7", "no-number-8", "no-number-9"})
        grade(name);
}

QUESTION("a number that no double holds is refused", "double 放不下的数：拒绝") {
    grade("beyond-double");
    grade("beyond-double-unknown");
}

QUESTION("a body that is no UTF-8 is refused", "请求体不是 UTF-8：拒绝") {
    for (const char* name : {"no-utf8-1", "no-utf8-2", "no-utf8-3", "no-utf8-4", "no-utf8-5"}) grade(name);
}

QUESTION("strings that JSON doesn't allow are refused", "JSON 不允许的字符串：拒绝") {
    for (const char* name :
        {"bad-string-1", "bad-string-2", "bad-string-3", "bad-string-4", "bad-string-5", "bad-string-6"})
        grade(name);
}

QUESTION("a body that is no object is refused", "请求体不是对象：拒绝") {
    for (const char* name : {"no-object-1", "no-object-2", "no-object-3", "no-object-4", "no-object-5", "no-object-6"})
        grade(name);
}

QUESTION("spaces and newlines wherever JSON allows them", "JSON 允许的各处都有空格和换行") { grade("spaces"); }

// Made here: a file of fixtures would be large. 300,000 arrays in each other, where `"DEEP"` is.
static void deep(std::string body, const Values& lines) {
    const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
    for (auto at = body.find("\"DEEP\""); at != body.npos; at = body.find("\"DEEP\"")) body.replace(at, 6, deep);
    Values outputs;
    outputs.emplace_back(lines);
    grade(with("least", {{"body", body}}), outputs);
}

QUESTION("300,000 arrays inside each other, in a field that nobody looks at", "没有人看的字段里套了 300,000 层数组") {
    deep(R"({"metadata": "DEEP", "model": "m", "messages": [{"role": "user", "content": "Hi", "more": "DEEP"}]})",
        {"model: m", "user: Hi", "max_tokens: none", "temperature: 1, top_p: 1", "seed: none",
            "stream: no, include_usage: no"});
}

QUESTION("300,000 arrays inside each other, where another value is expected", "该是别的值的地方套了 300,000 层数组") {
    deep(R"({"model": "m", "messages": [{"role": "user", "content": "DEEP"}]})",
        {"refused with 400, invalid_request_error", "param: messages[0].content[0]"});
}

QUESTION("a text of a million bytes", "一百万字节的文字") {
    std::string text;
    for (int n = 0; n < 100'000; ++n) text += "0123456中";
    grade(with("least", {{"body", R"({"model": "m", "messages": [{"role": "user", "content": ")" + text + R"("}]})"}}),
        {Value(Values{"model: m", "user: " + text, "max_tokens: none", "temperature: 1, top_p: 1", "seed: none",
            "stream: no, include_usage: no"})});
}
