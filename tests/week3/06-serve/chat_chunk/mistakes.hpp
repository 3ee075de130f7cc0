#pragma once
// What people get wrong in chat_chunk, and the function that gets it wrong.
#include <optional>
#include <string>

#include "grader/plain.hpp"
#include "tests/week3/06-serve/chat_chunk/lines.hpp"

using grader::Run, grader::Values;

MISTAKE(bytes_that_are_no_utf8_dropped,
    "Bytes that are no UTF-8 are left out. Each should become U+FFFD: json::error_handler_t::replace.",
    "不是 UTF-8 的字节被略去了。每个都应变成 U+FFFD：json::error_handler_t::replace。");
MISTAKE(bytes_that_are_no_utf8_throw,
    "Bytes that are no UTF-8 throw: dump() does that by itself. An event is always valid: give dump json::error_handler_t::replace.",
    "遇到不是 UTF-8 的字节会抛出异常：dump() 默认就是这样。事件必须总是有效：给 dump 传入 json::error_handler_t::replace。");
MISTAKE(choice_without_text_with_usage,
    "The event with usage has a choice in it, whose content is empty. Its choices should be an empty array, as OpenAI's are: clients recognize the event by that.",
    "带用量的事件里还有一个 choice，它的 content 是空的。choices 应是空数组，和 OpenAI 一样：客户端靠这一点认出它。");
MISTAKE(choices_are_no_array,
    "choices is one object. It's an array, of one object here: a client that reads choices[0] finds nothing.",
    "choices 成了一个对象。它应是数组，这里有一个对象：读 choices[0] 的客户端什么也找不到。");
MISTAKE(choices_with_usage,
    "The event with usage has a choice in it. Its choices should be an empty array, as OpenAI's are: clients recognize the event by that.",
    "带用量的事件里还有 choices。它的 choices 应是空数组，和 OpenAI 一样：客户端靠这一点认出它。");
MISTAKE(content_cut_at_a_zero,
    "The text stops at its first zero byte, or goes on beyond its end. A string_view ends at size(); data() alone does not say where.",
    "文字在第一个零字节处断了，或者越过了末尾。string_view 到 size() 为止，光有 data() 不知道结尾在哪。");
MISTAKE(content_filter_accepted,
    "content_filter is accepted as a finish_reason. OpenAI has it, but here only stop and length are allowed.",
    "接受了 content_filter 作为 finish_reason。OpenAI 有它，但这里只能是 stop 或 length。");
MISTAKE(content_in_the_last_delta,
    "The event with finish_reason has a content. Its delta should have none: there is no new text.",
    "带 finish_reason 的事件里有 content。它的 delta 里不应有：没有新的文字。");
MISTAKE(content_left_out_where_empty,
    "Where the text is empty, content is missing. It belongs, empty, in all events with a delta but the one with finish_reason.",
    "文字为空时没有 content。除了带 finish_reason 的事件，delta 里总有 content，哪怕是空的。");
MISTAKE(content_named_text, "The text is in a field named text, as older completions have it. In a chat it is content.",
    "文字放在了名为 text 的字段里，那是旧的补全接口的写法。对话里应是 content。");
MISTAKE(controls_but_line_ends_not_escaped,
    "Newlines are escaped, other control characters are not: with a tab in it, this is no JSON. Let the library write the text.",
    "转义了换行，别的控制字符却没有：里面有制表符时，这就不是 JSON 了。请让库来写文字。");
MISTAKE(controls_left_out,
    "Control characters other than newlines are left out. JSON writes them as \\u0001, and the client gets them back.",
    "换行以外的控制字符被略去了。JSON 会把它们写成 \\u0001，客户端能还原。");
MISTAKE(created_in_32_bits,
    "created is kept in 32 bits: from January 2038 on it is wrong. It should be a std::int64_t.",
    "created 只放在 32 位里：从 2038 年 1 月起就不对了。它是 std::int64_t。");
MISTAKE(created_in_milliseconds, "created is in milliseconds. It should be in seconds, as reply.created is.",
    "created 用了毫秒。应是秒，和 reply.created 一样。");
MISTAKE(created_as_text, "created is a string. It should be a number.", "created 是字符串。应是数。");
MISTAKE(data_without_a_space,
    "Between \"data:\" and the object there is no space. Clients that cut off \"data: \" lose a brace.",
    "\"data:\" 和对象之间没有空格。按 \"data: \" 截取的客户端会少掉一个花括号。");
MISTAKE(escaped_twice, "The text is escaped twice: perhaps once by hand, and once more by the library.",
    "文字转义了两遍：也许自己一遍，库又一遍。");
MISTAKE(finish_reason_empty,
    "finish_reason is an empty string while the answer goes on. It is null: some clients take any string for the end.",
    "回答还没结束时 finish_reason 是空字符串。应是 null：有的客户端见到字符串就当作结束。");
MISTAKE(finish_reason_missing, "finish_reason is missing while the answer goes on. It should be there, and null.",
    "回答还没结束时没有 finish_reason。应当有，值为 null。");
MISTAKE(finish_reason_unchecked, "Any finish_reason is accepted. Only stop and length are allowed.",
    "什么 finish_reason 都接受了。只能是 stop 或 length。");
MISTAKE(finish_reason_of_nothing_accepted, "An empty finish_reason is accepted. Only stop and length are allowed.",
    "接受了空的 finish_reason。只能是 stop 或 length。");
MISTAKE(id_and_model_not_escaped,
    "id or model is put between quotes as it is: with a quote or a backslash in it, this is no JSON. Let the library write it, too.",
    "id 或 model 原样放进了引号里：里面有引号或反斜杠时，这就不是 JSON 了。也应交给库来写。");
MISTAKE(index_missing, "A choice has no index. It should be 0 here: clients put the pieces together by it.",
    "choices 里没有 index。这里应是 0：客户端靠它把片段拼起来。");
MISTAKE(length_is_stop,
    "finish_reason is always stop. Give the one you got: the client has to know when an answer was cut off.",
    "finish_reason 总是 stop。应写传进来的那个：客户端需要知道回答是不是被截断了。");
MISTAKE(line_ends_not_escaped,
    "Newlines in a text go into the event as they are, and end its line. JSON writes them as \\n: let the library write the text.",
    "文字里的换行原样进了事件，那一行就此结束。JSON 写作 \\n：文字应交给库来写。");
MISTAKE(message_for_delta, "What is new is in a field named message. In a stream the field is delta.",
    "新内容放在了名为 message 的字段里。流里应是 delta。");
MISTAKE(object_of_a_whole_answer,
    "object is chat.completion, as for a whole answer. For an event it is chat.completion.chunk.",
    "object 是 chat.completion，那是完整回答的。事件的应是 chat.completion.chunk。");
MISTAKE(one_line_end, "After the object comes one newline. Two end the event: with one, the client waits for more.",
    "对象后面只有一个换行。两个才结束事件：只有一个时，客户端会继续等。");
MISTAKE(quotes_not_escaped, "Quotes and backslashes in a text are not escaped. Let the library write the text.",
    "文字里的引号和反斜杠没有转义。文字应交给库来写。");
MISTAKE(rare_controls_not_escaped,
    "Newlines and tabs are escaped, rare control characters are not: all bytes below 32 have to be. Let the library write the text.",
    "转义了换行和制表符，少见的控制字符却没有：32 以下的字节都要转义。请让库来写文字。");
MISTAKE(role_always, "The role is in every event. It belongs in the first one alone.",
    "每个事件里都有 role。只有第一个才有。");
MISTAKE(role_in_the_second,
    "The role is in the second event, and not in the first: the first is the one with reply.events of 0.",
    "role 在第二个事件里，第一个没有：第一个是 reply.events 为 0 的那个。");
MISTAKE(
    role_never, "No event has a role. The first one has: assistant.", "所有事件都没有 role。第一个应有：assistant。");
MISTAKE(role_not_with_finish_reason, "The first event has no role if it has a finish_reason. It needs one there, too.",
    "第一个事件带 finish_reason 时就没有 role 了。这时也要有。");
MISTAKE(role_without_content,
    "The first event has a role and no content, so that its text is lost. It should have both.",
    "第一个事件只有 role 没有 content，文字丢了。两个都要有。");
MISTAKE(several_lines,
    "The object is written over several lines, as by dump(2). Each line of an event needs its own \"data: \": write it in one.",
    "对象写成了好几行，dump(2) 就是这样。事件的每一行都要有自己的 \"data: \"：应写成一行。");
MISTAKE(text_with_finish_reason_accepted,
    "Text with a finish_reason is accepted. It would be lost, or only some clients would show it: refuse it.",
    "接受了和 finish_reason 一起给的文字。它会丢掉，或者只有部分客户端显示：应当拒绝。");
MISTAKE(text_with_usage_accepted, "Text with usage is accepted, and lost. Refuse it.",
    "接受了和用量一起给的文字，文字却丢了。应当拒绝。");
MISTAKE(finish_reason_with_usage_accepted,
    "A finish_reason with usage is accepted, and lost: there is no choice to hold it. Refuse it.",
    "接受了和用量一起给的 finish_reason，它却丢了：没有 choices 来放它。应当拒绝。");
MISTAKE(trimmed, "Spaces or newlines around the text are taken off. The client puts the pieces together as they are.",
    "文字两头的空格或换行被去掉了。客户端是原样拼接的。");
MISTAKE(unasked_usage_accepted, "Usage that nobody asked for is sent. Refuse it: std::invalid_argument.",
    "请求没有要用量，也接受了用量。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(usage_always,
    "usage is there, as null, although nobody asked for it. It belongs there only if reply.include_usage.",
    "请求没有要用量，事件里却有值为 null 的 usage。只有 reply.include_usage 时才有。");
MISTAKE(usage_as_int, "The numbers of tokens go through an int. Use std::size_t.",
    "token 数经过了 int。应使用 std::size_t。");
MISTAKE(usage_total_as_int,
    "total_tokens goes through an int, the two numbers themselves don't. Add them up as std::size_t.",
    "total_tokens 经过了 int，那两个数本身没有。应使用 std::size_t 相加。");
MISTAKE(usage_missing_until_then,
    "Where usage is asked for, the events before the last have no usage. They need it, as null.",
    "要了用量，最后一个事件之前却没有 usage。应当有，值为 null。");
MISTAKE(usage_total_missing, "usage has no total_tokens, the sum of prompt_tokens and completion_tokens.",
    "usage 里没有 total_tokens，也就是 prompt_tokens 与 completion_tokens 之和。");
MISTAKE(usage_total_of_the_answer,
    "total_tokens counts the answer alone. It should be the sum of prompt and completion.",
    "total_tokens 只数了回答。应是提示词和回答之和。");
MISTAKE(
    usage_turned, "prompt_tokens and completion_tokens are exchanged.", "prompt_tokens 和 completion_tokens 弄反了。");

namespace {

std::string shortened(std::string text) {
    const char* spaces = " \t\r\n";
    const auto from = text.find_first_not_of(spaces);
    if (from == text.npos) return "";
    return text.substr(from, text.find_last_not_of(spaces) - from + 1);
}

std::string escaped(const std::string& text) {
    std::string more;
    for (const char byte : text) {
        if (byte == '\n') more += "\\n";
        else if (byte == '"' || byte == '\\') more += std::string("\\") + byte;
        else more += byte;
    }
    return more;
}

bool is_utf8(const std::string& text) {
    try {
        static_cast<void>(event_lines::Json(text).dump());
        return true;
    } catch (const event_lines::Json::exception&) {
        return false;
    }
}

}  // namespace

/// The event, of what call.hpp asks.
static std::string event_of(Run& run) {
    using event_lines::Json;
    const auto text_of = [&](const char* name) { return std::get<std::string>(run.call[name].is); };
    const auto events = static_cast<std::size_t>(run.number("events"));
    const bool asked = run.has("include_usage");
    std::string text = text_of("text");
    std::optional<std::string> reason;
    if (run.has("finish_reason")) reason = text_of("finish_reason");
    const bool has_usage = run.has("usage");

    const bool is_reason = !reason || *reason == "stop" || *reason == "length";
    const bool is_nothing = reason && reason->empty() && finish_reason_of_nothing_accepted;
    const bool is_filter = reason == "content_filter" && content_filter_accepted;
    if (!is_reason && !finish_reason_unchecked && !is_nothing && !is_filter) throw std::invalid_argument("");
    if (!text.empty() && reason && !text_with_finish_reason_accepted) throw std::invalid_argument("");
    if (!text.empty() && has_usage && !text_with_usage_accepted) throw std::invalid_argument("");
    if (reason && has_usage && !finish_reason_with_usage_accepted) throw std::invalid_argument("");
    if (has_usage && !asked && !unasked_usage_accepted) throw std::invalid_argument("");

    if (trimmed) text = shortened(text);
    if (escaped_twice) text = escaped(text);
    if (content_cut_at_a_zero) text = (text + " beyond the view").c_str();
    if (controls_left_out) std::erase_if(text, [](char c) { return c >= 0 && c < 32 && c != '\n'; });
    if (bytes_that_are_no_utf8_throw && !is_utf8(text)) throw std::runtime_error("");

    auto created = static_cast<std::int64_t>(run.number("created"));
    if (created_in_32_bits) created = static_cast<std::int32_t>(created);
    Json event = {{"id", text_of("id")},
        {"object", object_of_a_whole_answer ? "chat.completion" : "chat.completion.chunk"},
        {"created", created_in_milliseconds ? created * 1000 : created}, {"model", text_of("model")},
        {"choices", Json::array()}};
    if (created_as_text) event["created"] = std::to_string(created);
    const bool with_content = choice_without_text_with_usage;
    if (!has_usage || choices_with_usage || with_content) {
        Json delta = Json::object();
        const bool is_first = role_in_the_second ? events == 1 : events == 0;
        const bool has_role = role_always || (is_first && !role_never && !(role_not_with_finish_reason && reason));
        if (has_role) delta["role"] = "assistant";
        const bool is_empty = content_left_out_where_empty && text.empty();
        const bool has_content = content_in_the_last_delta || !(reason || (has_usage && !with_content));
        if (has_content && !is_empty && !(role_without_content && has_role)) {
            delta[content_named_text ? "text" : "content"] = text;
        }
        Json choice = {{message_for_delta ? "message" : "delta", delta}, {"finish_reason", nullptr}};
        if (!index_missing) choice["index"] = 0;
        if (reason) choice["finish_reason"] = length_is_stop ? "stop" : *reason;
        else if (finish_reason_empty) choice["finish_reason"] = "";
        else if (finish_reason_missing) choice.erase("finish_reason");
        if (choices_are_no_array) event["choices"] = choice;
        else event["choices"].push_back(choice);
    }
    if (has_usage) {
        const auto& tokens = run.integers("usage");
        std::int64_t prompt = tokens.at(0), completion = tokens.at(1);
        if (usage_turned) std::swap(prompt, completion);
        std::int64_t total = usage_total_of_the_answer ? completion : prompt + completion;
        if (usage_as_int)
            prompt = std::int32_t(prompt), completion = std::int32_t(completion), total = std::int32_t(total);
        event["usage"] = {{"prompt_tokens", prompt}, {"completion_tokens", completion}};
        if (usage_total_as_int) total = std::int32_t(total);
        if (!usage_total_missing) event["usage"]["total_tokens"] = total;
    } else if ((asked && !usage_missing_until_then) || usage_always) {
        event["usage"] = nullptr;
    }
    const auto handler =
        bytes_that_are_no_utf8_dropped ? Json::error_handler_t::ignore : Json::error_handler_t::replace;
    std::string data = event.dump(several_lines ? 2 : -1, ' ', false, handler);
    const auto put_back = [&](const std::string& from, const std::string& to) {
        for (auto at = data.find(from); at != data.npos; at = data.find(from, at + to.size()))
            data.replace(at, from.size(), to);
    };
    for (int code = 0; code < 32 && (controls_but_line_ends_not_escaped || rare_controls_not_escaped); ++code) {
        const std::string byte(1, static_cast<char>(code)), quoted = Json(byte).dump();
        const bool is_usual = code == '\r' || code == '\t' || code == '\b' || code == '\f';
        if (code != '\n' && !(is_usual && rare_controls_not_escaped))
            put_back(quoted.substr(1, quoted.size() - 2), byte);
    }
    if (id_and_model_not_escaped) {
        for (const char* name : {"id", "model"}) {
            const std::string field = "\"" + std::string(name) + "\":";
            put_back(field + Json(text_of(name)).dump(-1, ' ', false, handler), field + "\"" + text_of(name) + "\"");
        }
    }
    if (quotes_not_escaped) put_back("\\\\", "\\"), put_back("\\\"", "\"");
    if (line_ends_not_escaped) put_back("\\n", "\n");
    return (data_without_a_space ? "data:" : "data: ") + data + (one_line_end ? "\n" : "\n\n");
}

static Values chat_chunk(Run& run) { return event_lines::of(event_of(run)); }
