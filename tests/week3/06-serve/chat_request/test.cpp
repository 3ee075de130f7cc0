#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::Value;
using grader::Values;
using grader::with;

static void each(const std::string& name, int first, int last) {
    for (int n = first; n <= last; ++n) grade(name + "-" + std::to_string(n));
}

QUESTION("a request, as in the chapter", "一个请求，和章节里一样") {
    grade("by-hand");
}

QUESTION("the least that a request needs, and what counts where nothing is said", "最短的请求，以及什么都没说时的取值") {
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

QUESTION("text with quotes, line ends, Chinese and escapes", "文字里有引号、换行、中文和转义") {
    grade("text");
    grade("escapes");
    grade("raw-bytes");
    grade("empty-text");
}

QUESTION("content in one part", "内容是一个片段") {
    grade("one-part");
}

QUESTION("several parts are joined with a line end", "几个片段之间用换行连接") {
    grade("parts");
}

QUESTION("no parts are an empty text", "没有片段就是空文字") {
    grade("no-parts");
}

QUESTION("content that is null is an empty text", "内容为 null 就是空文字") {
    grade("null-content");
}

QUESTION("content that is not there, too", "没有内容也一样") {
    grade("no-content");
}

QUESTION("a message and a part may have more than that", "消息和片段里可以有别的字段") {
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
    each("max_tokens", 1, 3);
}

QUESTION("max_tokens up to 2^64 - 1", "max_tokens 最大到 2^64 − 1") {
    each("max_tokens", 4, 8);
}

QUESTION("max_tokens of 0 is refused", "max_tokens 为 0：拒绝") {
    grade("max_tokens-bad-1");
}

QUESTION("max_tokens below 0 is refused", "max_tokens 为负：拒绝") {
    each("max_tokens-bad", 2, 3);
}

QUESTION("max_tokens beyond 2^64 - 1 is refused", "max_tokens 超过 2^64 − 1：拒绝") {
    grade("max_tokens-bad-4");
}

QUESTION("max_tokens that is no whole number is refused", "max_tokens 不是整数：拒绝") {
    grade("max_tokens-bad-5");
}

QUESTION("max_tokens that is no number is refused", "max_tokens 不是数：拒绝") {
    grade("max_tokens-bad-6");
    grade("max_tokens-bad-8");
}

QUESTION("true is no number of tokens", "true 不是 token 数") {
    grade("max_tokens-bad-7");
}

QUESTION("max_completion_tokens alone", "只有 max_completion_tokens") {
    grade("completion");
}

QUESTION("max_completion_tokens comes before max_tokens", "max_completion_tokens 优先于 max_tokens") {
    grade("completion-first");
    grade("completion-first-turned");
    grade("completion-alone-counts");
}

QUESTION("where max_completion_tokens is null, max_tokens counts", "max_completion_tokens 为 null 时，看 max_tokens") {
    grade("completion-null");
}

QUESTION("max_completion_tokens out of range, or no whole number", "max_completion_tokens 超出范围，或不是整数") {
    each("completion-bad", 1, 4);
}

QUESTION("temperature", "temperature") {
    grade("temperature-2");
    grade("temperature-6");
}

QUESTION("temperature may be a whole number", "temperature 可以是整数") {
    grade("temperature-3");
}

QUESTION("temperature 0", "temperature 为 0") {
    grade("temperature-1");
    grade("temperature-7");
}

QUESTION("temperature 2", "temperature 为 2") {
    grade("temperature-4");
    grade("temperature-5");
}

QUESTION("temperature below 0 is refused", "temperature 小于 0：拒绝") {
    each("temperature-bad", 1, 2);
}

QUESTION("temperature above 2 is refused", "temperature 大于 2：拒绝") {
    each("temperature-bad", 3, 4);
}

QUESTION("temperature that is no number is refused", "temperature 不是数：拒绝") {
    grade("temperature-bad-5");
    each("temperature-bad", 7, 8);
}

QUESTION("true is no temperature", "true 不是 temperature") {
    grade("temperature-bad-6");
}

QUESTION("top_p", "top_p") {
    grade("top_p-2");
    grade("top_p-4");
}

QUESTION("top_p of 0 and of 1", "top_p 为 0 和 1") {
    grade("top_p-1");
    grade("top_p-3");
    grade("top_p-5");
}

QUESTION("top_p outside is refused", "top_p 在范围之外：拒绝") {
    each("top_p-bad", 1, 3);
}

QUESTION("top_p that is no number is refused", "top_p 不是数：拒绝") {
    each("top_p-bad", 4, 5);
}

QUESTION("seed, of any sign", "seed，正负都行") {
    each("seed", 1, 3);
}

QUESTION("seed of 64 bits", "64 位的 seed") {
    each("seed", 4, 8);
}

QUESTION("seed of more than 64 bits is refused", "seed 超过 64 位：拒绝") {
    each("seed-bad", 1, 3);
}

QUESTION("seed that is no whole number is refused", "seed 不是整数：拒绝") {
    each("seed-bad", 4, 6);
}

QUESTION("stream", "stream") {
    each("stream", 1, 2);
}

QUESTION("stream that is neither true nor false is refused", "stream 不是 true 也不是 false：拒绝") {
    each("stream-bad", 1, 5);
}

QUESTION("usage at the end of a stream", "流结束时给出用量") {
    grade("usage");
}

QUESTION("and not, where it isn't asked for", "没有要时就不给") {
    grade("usage-not");
    grade("usage-null");
    grade("options-empty");
    grade("options-null");
    grade("options-null-without-stream");
}

QUESTION("stream_options may have more in them", "stream_options 里可以有别的") {
    grade("options-more");
}

QUESTION("stream_options without stream are refused", "没有 stream 却有 stream_options：拒绝") {
    grade("options-without-stream");
    grade("options-with-stream-false");
    grade("options-with-stream-null");
}

QUESTION("stream_options that are no object are refused", "stream_options 不是对象：拒绝") {
    each("options-bad", 1, 4);
}

QUESTION("include_usage that is neither true nor false is refused", "include_usage 不是 true 也不是 false：拒绝") {
    each("usage-bad", 1, 3);
}

QUESTION("stop as one string", "stop 是一个字符串") {
    each("stop", 1, 3);
}

QUESTION("stop as an array", "stop 是数组") {
    grade("stop-5");
    grade("stop-6");
    grade("stop-8");
}

QUESTION("no stop in an array", "stop 是空数组") {
    grade("stop-4");
}

QUESTION("four stops", "四个 stop") {
    grade("stop-7");
    grade("stop-four-and-more");
}

QUESTION("five stops are refused", "五个 stop：拒绝") {
    grade("stop-bad-10");
}

QUESTION("an empty stop is refused", "stop 为空串：拒绝") {
    grade("stop-bad-1");
}

QUESTION("also in an array", "在数组里也一样") {
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

QUESTION("one answer", "一个回答") {
    grade("n-1");
}

QUESTION("n of another number is refused", "n 是别的数：拒绝") {
    each("n-bad", 1, 3);
    grade("n-bad-4");
}

QUESTION("n that is no whole number is refused", "n 不是整数：拒绝") {
    each("n-bad", 5, 6);
}

QUESTION("true is no number of answers", "true 不是回答的个数") {
    grade("n-bad-7");
}

QUESTION("no tools in an array, and no functions", "tools 和 functions 是空数组") {
    grade("tools-1");
    grade("functions-1");
}

QUESTION("tools are refused", "tools：拒绝") {
    grade("tools-bad-1");
}

QUESTION("functions are refused", "functions：拒绝") {
    grade("functions-bad-1");
}

QUESTION("tools and functions that are no arrays are refused", "tools 和 functions 不是数组：拒绝") {
    each("tools-bad", 2, 5);
    each("functions-bad", 2, 3);
}

QUESTION("logprobs that nobody wants", "没有人要 logprobs") {
    grade("logprobs-1");
}

QUESTION("logprobs are refused", "logprobs：拒绝") {
    grade("logprobs-bad-1");
}

QUESTION("logprobs that are neither true nor false are refused", "logprobs 不是 true 也不是 false：拒绝") {
    each("logprobs-bad", 2, 4);
}

QUESTION("fields that nobody knows are left alone", "不认识的字段不管") {
    grade("unknown");
    grade("unknown-of-other-names");
}

QUESTION("a model of any name", "模型叫什么都行") {
    each("model", 1, 2);
}

QUESTION("no model is refused", "没有 model：拒绝") {
    grade("no-model");
    grade("model-null");
}

QUESTION("a model that is no string is refused", "model 不是字符串：拒绝") {
    each("model-bad", 1, 4);
}

QUESTION("no messages are refused", "没有消息：拒绝") {
    grade("no-messages");
    grade("messages-bad-1");
}

QUESTION("an empty array of messages, too", "消息的数组为空也一样") {
    grade("messages-bad-2");
}

QUESTION("messages that are no array are refused", "messages 不是数组：拒绝") {
    each("messages-bad", 3, 6);
}

QUESTION("a message that is no object is refused, with its place", "消息不是对象：拒绝，并说出是第几个") {
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
    each("role-bad", 2, 6);
}

QUESTION("a role that is missing, or no string, is refused", "角色缺失或不是字符串：拒绝") {
    grade("role-bad-1");
    grade("role-bad-7");
    grade("role-bad-8");
    grade("no-role");
}

QUESTION("in a later message, with its place", "在后面的消息里：说出是第几个") {
    each("role-bad-later", 1, 8);
}

QUESTION("content that is no text is refused", "内容不是文字：拒绝") {
    each("content-bad", 1, 5);
    each("content-bad-later", 1, 5);
}

QUESTION("a part that is no object is refused, with its place", "片段不是对象：拒绝，并说出是第几个") {
    each("part-bad", 1, 4);
    each("part-bad-later", 1, 4);
}

QUESTION("an image is refused, with its place", "图像：拒绝，并说出位置") {
    grade("image");
    grade("image-later");
    grade("image-in-a-later-message");
}

QUESTION("audio is refused", "音频：拒绝") {
    grade("audio");
}

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
    each("no-json", 1, 4);
    each("no-json", 8, 11);
}

QUESTION("nothing comes after the object", "对象后面不能再有东西") {
    each("no-json", 5, 7);
}

QUESTION("numbers and words that are no JSON's", "不是 JSON 的数和词") {
    each("no-number", 1, 9);
}

QUESTION("a number that no double holds is refused", "double 放不下的数：拒绝") {
    grade("beyond-double");
    grade("beyond-double-unknown");
}

QUESTION("a body that is no UTF-8 is refused", "请求体不是 UTF-8：拒绝") {
    each("no-utf8", 1, 5);
}

QUESTION("strings that are no JSON's", "不是 JSON 的字符串") {
    each("bad-string", 1, 6);
}

QUESTION("a body that is no object is refused", "请求体不是对象：拒绝") {
    each("no-object", 1, 6);
}

QUESTION("spaces and line ends between all of it", "各处有空格和换行") {
    grade("spaces");
}

// Made here: a file of fixtures would be large. 300,000 arrays in each other, where `"DEEP"` is.
static void deep(std::string body, const Values& lines) {
    const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
    for (auto at = body.find("\"DEEP\""); at != body.npos; at = body.find("\"DEEP\"")) body.replace(at, 6, deep);
    Values outputs;
    outputs.emplace_back(lines);
    grade(with("least", {{"body", body}}), outputs);
}

QUESTION("300,000 arrays in each other, where nobody looks", "没人看的地方有 300,000 层数组") {
    deep(R"({"model": "m", "messages": [{"role": "user", "content": "Hi", "more": "DEEP"}], "metadata": "DEEP"})",
         {"model: m", "user: Hi", "max_tokens: none", "temperature: 1, top_p: 1", "seed: none",
          "stream: no, include_usage: no"});
}

QUESTION("300,000 arrays in each other, where something else is expected", "该是别的值的地方有 300,000 层数组") {
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
