#pragma once
// What people get wrong in chat_request, and the function that gets it wrong.
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "grader/plain.hpp"
#include "tests/week3/06-serve/chat_request/lines.hpp"

using grader::Run, grader::Values;

MISTAKE(anything_but_text_left_out,
    "Parts that are no text are left out: the client gets an answer about an image that nobody has seen. Refuse them.",
    "不是文字的片段被略过了：客户端得到的回答，说的是一张谁也没看过的图。应当拒绝。");
MISTAKE(array_of_messages_unchecked, "An empty array of messages is accepted. There has to be at least one message.",
    "接受了空的消息数组。至少要有一条消息。");
MISTAKE(body_without_its_end,
    "Every body is refused as one that's no JSON. If you pass body.data() on, the bytes after the body are read, too: a std::string_view has no zero at its end. Pass the view itself, or its begin and end.",
    "每个请求体都当作不是 JSON 而拒绝了。如果传下去的是 body.data()，请求体后面的字节也会读进去：std::string_view 末尾没有零。应传视图本身，或者它的 begin 和 end。");
MISTAKE(comments_allowed, "Comments are accepted. JSON has none.", "接受了注释。JSON 没有注释。");
MISTAKE(booleans_are_numbers,
    "true counts as the number 1: get<int>() of a boolean gives 1, without an error. Check the type first.",
    "true 被当成了数 1：布尔值用 get<int>() 取出来就是 1，不会报错。应先检查类型。");
MISTAKE(content_must_be_there,
    "Content that is null, or not there, is refused. It should count as an empty text: an assistant's message may have none.",
    "content 为 null 或没有时被拒绝了。应当作空文字：assistant 的消息可以没有内容。");
MISTAKE(content_of_parts_refused, "Content in parts is refused. Join their texts: agents send them that way.",
    "拒绝了由片段组成的内容。应把它们的文字连起来：编程助手就是这样发的。");
MISTAKE(cut_at_a_zero,
    "A text stops at its first zero byte. JSON can write one, \\u0000, and a std::string holds it; c_str() alone does not say where the text ends.",
    "文字在第一个零字节处断了。JSON 可以用 \\u0000 写出它，std::string 也放得下；光有 c_str() 不知道结尾在哪。");
MISTAKE(developer_is_unknown, "The role developer is refused. It is the new word for system.",
    "拒绝了 developer 这个角色。它是 system 的新名字。");
MISTAKE(developer_stays,
    "The role developer stays as it is, and chat_prompt refuses it later. It should become system.",
    "developer 这个角色原样留着，之后会被 chat_prompt 拒绝。应改成 system。");
MISTAKE(empty_list_of_tools_refused, "Empty arrays of tools or functions are refused. They ask for nothing.",
    "拒绝了空的 tools 或 functions 数组。它们什么也没要求。");
MISTAKE(empty_stop_accepted,
    "An empty stop is accepted. StopText would refuse it later, when the answer begins: refuse it here.",
    "接受了空的 stop。之后要开始回答时，StopText 会拒绝它：应在这里就拒绝。");
MISTAKE(
    empty_stop_left_out, "An empty stop is left out without a word. Refuse it.", "空的 stop 悄悄略过了。应当拒绝。");
MISTAKE(empty_stop_alone_left_out,
    "An empty stop that is a single string counts as none, and is refused only in an array. Refuse both.",
    "单独给出的空 stop 当作没写，只拒绝了数组里的。两种写法都要拒绝。");
MISTAKE(empty_stop_in_an_array_accepted,
    "An empty stop is accepted in an array, and refused only as a single string. Check each of them.",
    "数组里的空 stop 接受了，只拒绝了单独给出的。每一个都要检查。");
MISTAKE(empty_model_refused, "A model of \"\" is refused. It is a string, and any is allowed.",
    "拒绝了 model 为 \"\" 的请求。它是字符串，任何字符串都可以。");
MISTAKE(empty_stop_alone_accepted,
    "An empty stop is accepted as a single string, and refused only in an array. Check both.",
    "单独给出的空 stop 接受了，只拒绝了数组里的。两种写法都要检查。");
MISTAKE(errors_of_json_escape,
    "Exceptions of the JSON library leave the function unchanged. The server knows only RequestError: catch json::exception and throw RequestError.",
    "JSON 库抛出的异常原样离开了函数。服务器只认得 RequestError：应捕获 json::exception，再抛出它。");
MISTAKE(false_logprobs_refused, "logprobs are refused even if they are false. false asks for nothing.",
    "logprobs 为 false 也拒绝了。false 什么也没要求。");
MISTAKE(fields_in_floats, "temperature or top_p goes through a float: 0.7 becomes 0.699999988. Use double.",
    "temperature 或 top_p 经过了 float：0.7 成了 0.699999988。应使用 double。");
MISTAKE(fields_of_a_part_not_named,
    "For a wrong type or text of a part, param ends at the part. It should go on to the field: messages[0].content[1].type.",
    "片段的 type 或 text 不对时，param 只写到片段为止。应继续写到字段：messages[0].content[1].type。");
MISTAKE(five_stops_accepted, "More than four stops are accepted. OpenAI allows four.",
    "接受了超过四个的 stop。OpenAI 最多允许四个。");
MISTAKE(four_stops_refused, "Four stops are refused. They are just allowed.", "拒绝了四个 stop。四个正好是允许的。");
MISTAKE(fractions_cut_off,
    "A fraction is cut off, 10.5 tokens become 10: get<std::size_t>() does that without an error. Refuse what is no whole number.",
    "小数部分被截掉了，10.5 个 token 成了 10：get<std::size_t>() 就是这样，不会报错。不是整数的应当拒绝。");
MISTAKE(functions_ignored, "functions are not looked at. They are the old form of tools: refuse them.",
    "没有看 functions。它是 tools 的旧写法：应当拒绝。");
MISTAKE(include_usage_ignored,
    "include_usage is not looked at. It is in stream_options, and the client wants to know how many tokens it took.",
    "没有看 include_usage。它在 stream_options 里，表示客户端想知道用了多少 token。");
MISTAKE(largest_excluded, "The largest value is refused, temperature 2 or top_p 1. Both ends are allowed.",
    "拒绝了最大值，即 temperature 为 2 或 top_p 为 1。两端都允许。");
MISTAKE(last_part_only, "Only the last part of a content counts: each one overwrites the one before. Join them.",
    "内容里只有最后一个片段算数：后一个覆盖了前一个。应连起来。");
MISTAKE(limits_compared_in_floats,
    "temperature or top_p is compared with its limits as a float, in which 2.00000001 is 2: it's accepted. Compare doubles.",
    "temperature 或 top_p 是用 float 和上下限比的，而 2.00000001 在 float 里就是 2：结果接受了它。应使用 double 比较。");
MISTAKE(line_end_after_each_part, "A newline comes after each part, the last one, too. It belongs between parts.",
    "每个片段后面都加了换行，最后一个也加了。换行只在片段之间。");
MISTAKE(logprobs_ignored, "logprobs are not looked at. The client waits for what never comes: refuse them.",
    "没有看 logprobs。客户端会等一个永远不来的东西：应当拒绝。");
MISTAKE(max_tokens_first, "max_tokens comes before max_completion_tokens. It is the old name: the new one counts.",
    "max_tokens 优先于 max_completion_tokens 了。它是旧名字：应以新名字为准。");
MISTAKE(max_tokens_in_32_bits, "max_tokens is kept in 32 bits. Use std::size_t.",
    "max_tokens 只放在 32 位里。应使用 std::size_t。");
MISTAKE(max_tokens_signed,
    "max_tokens from 2^63 on is refused, as by a signed number. JSON's whole numbers may be unsigned.",
    "拒绝了 2^63 及以上的 max_tokens，好像用的是有符号数。JSON 的整数可以是无符号的。");
MISTAKE(max_tokens_through_a_double, "max_tokens goes through a double: 2^53 + 1 becomes 2^53. Take it as std::size_t.",
    "max_tokens 经过了 double：2^53 + 1 成了 2^53。应直接取成 std::size_t。");
MISTAKE(message_place_from_one,
    "The place of a message in param counts from 1. It should count from 0: messages[0] is the first.",
    "param 里消息的位置从 1 数起了。应从 0 数起：messages[0] 是第一条。");
MISTAKE(message_place_missing, "param does not say which message is wrong. It should have its place: messages[0].role.",
    "param 没有说是哪一条消息。应带上位置：messages[0].role。");
MISTAKE(missing_model_accepted, "A request without a model is accepted. OpenAI refuses it.",
    "接受了没有 model 的请求。OpenAI 会拒绝。");
MISTAKE(missing_role_is_user, "A message without a role counts as the user's. It should be refused.",
    "没有角色的消息被当成 user 的了。应当拒绝。");
MISTAKE(n_cut_off, "n is read as a whole number, and 1.5 becomes 1. Refuse it: n is the number 1.",
    "n 当整数读，1.5 成了 1。应当拒绝：n 只能是 1。");
MISTAKE(n_ignored, "n is not looked at: a client that asks for two answers gets one. Refuse it.",
    "没有看 n：客户端要两个回答，却只得到一个。应当拒绝。");
MISTAKE(n_of_one_refused, "n is refused even if it is 1. One answer is what every request gets.",
    "n 为 1 也拒绝了。给的正是一个回答。");
MISTAKE(negative_wraps, "A max_tokens below 0 becomes a huge number: get<std::size_t>() of -1 is 2^64 - 1. Refuse it.",
    "负的 max_tokens 成了巨大的数：−1 用 get<std::size_t>() 取出来是 2^64 − 1。应当拒绝。");
MISTAKE(new_name_ignored, "max_completion_tokens is not looked at. It is the new name of max_tokens.",
    "没有看 max_completion_tokens。它是 max_tokens 的新名字。");
MISTAKE(null_is_a_wrong_type,
    "A field that is null is refused as one of a wrong type. It should count as not there: many clients send null for what they leave open.",
    "值为 null 的字段被当作类型不对而拒绝了。应当作没有：许多客户端会给没填的字段发 null。");
MISTAKE(null_of_the_new_name_counts,
    "Where max_completion_tokens is null, max_tokens is not looked at either. null counts as not there.",
    "max_completion_tokens 为 null 时，max_tokens 也没有看。null 等于没有。");
MISTAKE(null_of_include_usage_refused,
    "An include_usage that is null is refused. null counts as not there, in stream_options, too.",
    "include_usage 为 null 时拒绝了。null 等于没有，在 stream_options 里也一样。");
MISTAKE(null_parts_left_out,
    "null in an array of parts is left out silently. Only fields that are null count as not there: a part is an object.",
    "片段数组里的 null 悄悄跳过了。只有字段为 null 才算没写：每个片段都要是对象。");
MISTAKE(null_stops_left_out,
    "null in the array of stops is left out silently. Only fields that are null count as not there: a stop is a string.",
    "stop 数组里的 null 悄悄跳过了。只有字段为 null 才算没写：每个 stop 都要是字符串。");
MISTAKE(number_overflow_escapes,
    "A number beyond double, 1e999, is no parse_error but an out_of_range, and leaves the function. Catch json::exception, the base of both.",
    "超出 double 的数（1e999）抛出的不是 parse_error，而是 out_of_range，它离开了函数。应捕获二者的基类 json::exception。");
MISTAKE(only_parse_errors_caught,
    "Only json::parse_error is caught. The library's other exceptions, such as type_error for a field of a wrong type, leave the function, but the server knows only RequestError: catch json::exception.",
    "只捕获了 json::parse_error。库的其他异常，例如字段类型不对时的 type_error，离开了函数，而服务器只认得 RequestError：应捕获 json::exception。");
MISTAKE(old_name_checked_too,
    "max_tokens is refused where it is wrong, although max_completion_tokens is there. Don't look at max_tokens then.",
    "已有 max_completion_tokens，却因 max_tokens 不对而拒绝了。这时不应看 max_tokens。");
MISTAKE(options_of_another_type_ignored,
    "stream_options that are no object are ignored, as if they weren't there. Only null means that: refuse anything else.",
    "stream_options 不是对象时被忽略了，当作没有。只有 null 才等于没有：别的都应拒绝。");
MISTAKE(options_without_stream, "stream_options are accepted without stream. OpenAI refuses them.",
    "没有 stream 也接受了 stream_options。OpenAI 会拒绝。");
MISTAKE(param_missing, "RequestError has no param. Say which field is wrong.",
    "RequestError 没有 param。应说出是哪个字段不对。");
MISTAKE(part_without_its_number,
    "param names the field of a part, but not which part: messages[0].content.type. Its number belongs there: messages[0].content[1].type.",
    "param 说出了片段的字段，却没有说是第几个片段：messages[0].content.type。应带上编号：messages[0].content[1].type。");
MISTAKE(part_with_the_messages_number,
    "param gives a part the number of its message. It has its own: part 1 of message 0 is messages[0].content[1].",
    "param 里片段的编号写成了消息的编号。片段有自己的编号：第 0 条消息的第 1 个片段是 messages[0].content[1]。");
MISTAKE(parts_joined_with_a_space, "The texts of parts are joined with a space. Between them comes a newline.",
    "片段的文字用空格连接了。中间应是换行。");
MISTAKE(parts_joined_after_text_alone,
    "No newline is added while the text so far is empty, so a first part of \"\" is lost. Check which part it is, not whether there is text.",
    "前面的文字还是空的时候没有加换行：开头的空片段就丢了。应看是第几个片段，不要看有没有文字。");
MISTAKE(parts_joined_without_anything,
    "The texts of parts are joined without anything between them. Put a newline there, as llama.cpp and vLLM do.",
    "片段的文字之间什么也没有。应加换行，llama.cpp 和 vLLM 也是这样。");
MISTAKE(place_inside_content_missing,
    "For a wrong part, param ends at the content. It should go on to the part: messages[0].content[1].type.",
    "片段不对时，param 只写到 content 为止。应继续写到片段：messages[0].content[1].type。");
MISTAKE(plain_invalid_argument,
    "Requests are refused with a plain std::invalid_argument. Throw RequestError, which has status and param for the client.",
    "拒绝时抛出的是 std::invalid_argument 本身。应抛出 RequestError，它带有给客户端的 status 和 param。");
MISTAKE(range_unchecked, "temperature or top_p is not compared with its range: 0 to 2, 0 to 1.",
    "没有检查 temperature 或 top_p 的范围：0 到 2，0 到 1。");
MISTAKE(rest_ignored, "What comes after the JSON object is not looked at. Nothing may.",
    "没有看 JSON 对象后面的东西。后面什么也不该有。");
MISTAKE(tool_is_a_role,
    "The role tool is accepted, as at OpenAI. There are no tools here, and chat_prompt refuses it later: refuse it.",
    "接受了 OpenAI 的 tool 这个角色。这里没有工具，之后 chat_prompt 也会拒绝它：应当拒绝。");
MISTAKE(role_of_any_name,
    "Roles that nobody knows are accepted, and chat_prompt refuses them later. Refuse them here, with their place.",
    "接受了不认识的角色，之后会被 chat_prompt 拒绝。应在这里拒绝，并说出位置。");
MISTAKE(seed_beyond_wraps,
    "A seed of 2^63 or more becomes a negative one. Refuse it: take it as std::uint64_t, and compare that.",
    "2^63 或更大的 seed 成了负数。应当拒绝：取成 std::uint64_t 再比较。");
MISTAKE(seed_in_32_bits, "seed is kept in 32 bits. It needs 64.", "seed 只放在 32 位里。它要 64 位。");
MISTAKE(seed_without_a_sign, "Seeds below 0 are refused. They are allowed.", "拒绝了负的 seed。负数是允许的。");
MISTAKE(status_422,
    "Requests are refused with 422, as FastAPI does by default. OpenAI's status is 400: leave it as RequestError has it.",
    "拒绝时的状态码是 422，FastAPI 默认就是这样。OpenAI 用的是 400：RequestError 里已经写好，不要改。");
MISTAKE(stop_empty_list_refused, "An empty array of stops is refused. It holds none, and that is allowed.",
    "拒绝了 stop 的空数组。它一个也没有，这是允许的。");
MISTAKE(stop_list_refused, "An array of stops is refused. stop is one string, or an array of them.",
    "拒绝了写成数组的 stop。它可以是一个字符串，也可以是数组。");
MISTAKE(stop_named_by_its_place,
    "For a wrong string in the array of stops, param is its place, such as stop[0]. It should name the whole array: stop.",
    "stop 数组里有一项不对时，param 写的是那一项，例如 stop[0]。应写整个数组：stop。");
MISTAKE(stop_string_refused, "A stop that is a single string is refused. It is one string, or an array of them.",
    "拒绝了单个字符串的 stop。它可以是一个字符串，也可以是数组。");
MISTAKE(stream_by_default, "stream is true where the request has none. It should be false.",
    "没写 stream 时它成了 true。应是 false。");
MISTAKE(strings_are_numbers, "Numbers in strings, such as \"0.7\", are accepted. A string is no number.",
    "接受了写在字符串里的数，例如 \"0.7\"。字符串不是数。");
MISTAKE(temperature_at_most_1, "A temperature above 1 is refused, as if it were a probability. It may be up to 2.",
    "temperature 大于 1 就拒绝了，好像它是概率。它最大可以是 2。");
MISTAKE(temperature_compared_in_float,
    "temperature is compared with its limits as a float, in which 2.00000001 is 2: it's accepted. Compare the double.",
    "temperature 是用 float 和上下限比的，而 2.00000001 在 float 里就是 2：结果接受了它。应使用 double 比较。");
MISTAKE(temperature_by_default, "temperature is 0.8 where the request has none, as in llama.cpp. It should be 1.",
    "没写 temperature 时它成了 0.8，llama.cpp 是这样。应是 1。");
MISTAKE(texts_trimmed, "Spaces or newlines around a text are taken off. A text is what the client has sent.",
    "文字两头的空格或换行被去掉了。客户端发的是什么就是什么。");
MISTAKE(top_p_of_0_excluded,
    "A top_p of 0 is refused, as in vLLM. Both ends are allowed here: 0 asks for the likeliest token.",
    "拒绝了为 0 的 top_p，vLLM 就是这样。这里两端都允许：0 表示取最可能的 token。");
MISTAKE(tools_ignored, "tools are not looked at: an agent waits for calls that never come. Refuse them.",
    "没有看 tools：编程助手会等一个永远不来的调用。应当拒绝。");
MISTAKE(type_of_a_part_not_named,
    "For a part of a wrong type, param ends at the part. It should name the field: messages[0].content[1].type.",
    "片段的 type 不对时，param 只写到片段为止。应写出字段：messages[0].content[1].type。");
MISTAKE(unknown_fields_refused,
    "Fields that this server does not know are refused. Leave them alone: clients send many.",
    "拒绝了不认识的字段。应当不管：客户端会发许多字段。");
MISTAKE(values_clamped,
    "A temperature or top_p outside of its range is moved to the nearest end. Refuse it: the client would get something that it didn't ask for.",
    "超出范围的 temperature 或 top_p 被移到了最近的一端。应当拒绝：客户端得到的不是它要的。");
MISTAKE(whole_temperature_refused,
    "A temperature or top_p that is a whole number is refused: is_number_float() is false for 1. Use is_number().",
    "整数的 temperature 或 top_p 被拒绝了：1 的 is_number_float() 为假。应使用 is_number()。");
MISTAKE(wrong_content_as_text, "Content that is neither text nor parts is accepted, written as JSON. Refuse it.",
    "既不是文字也不是片段的 content 写成 JSON 接受了。应当拒绝。");
MISTAKE(zero_excluded, "A temperature or top_p of 0 is refused. Both ends are allowed: 0 asks for the likeliest token.",
    "拒绝了为 0 的 temperature 或 top_p。两端都允许：0 表示取最可能的 token。");
MISTAKE(zero_tokens_accepted, "max_tokens of 0 is accepted. It should be at least 1.",
    "接受了为 0 的 max_tokens。至少是 1。");

namespace {

using json = nlohmann::json;

struct Message {
    std::string role, content;
};
struct ChatRequest {
    std::string model = "";
    std::vector<Message> messages = {};
    std::optional<std::size_t> max_tokens = {};
    std::vector<std::string> stop = {};
    double temperature = 1, top_p = 1;
    std::optional<std::int64_t> seed = {};
    bool stream = false, include_usage = false;
};

struct Refused {
    std::optional<std::string> param;
};
struct Escaped {};

[[noreturn]] void refuse(const std::string& param) { throw Refused{param}; }

/// Where a field has a wrong type: the library throws there, for those who don't ask before.
[[noreturn]] void wrong_type(const std::string& param) {
    if (only_parse_errors_caught || errors_of_json_escape) throw Escaped{};
    refuse(param);
}

bool is_deep(const json& value) {
    const json* inner = &value;
    for (int depth = 0; inner->is_array() && !inner->empty(); inner = &(*inner)[0]) {
        if (++depth > 1000) return true;
    }
    return false;
}

const json& field(const json& object, const char* name, const std::string& param) {
    static const json none;
    const auto found = object.find(name);
    if (found == object.end()) return none;
    if (null_is_a_wrong_type && found->is_null()) wrong_type(param);
    return *found;
}
const json& field(const json& object, const char* name) { return field(object, name, name); }

std::string cut(const std::string& text) {
    const char* spaces = " \t\r\n";
    if (texts_trimmed) {
        const auto from = text.find_first_not_of(spaces);
        return from == text.npos ? "" : text.substr(from, text.find_last_not_of(spaces) - from + 1);
    }
    return cut_at_a_zero ? text.c_str() : text;
}

std::string text(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name, param);
    if (value.is_null()) refuse(param);
    if (!value.is_string()) wrong_type(param);
    return cut(value.get<std::string>());
}

std::string content(const json& value, const std::string& param) {
    if (value.is_null()) {
        if (content_must_be_there) refuse(param);
        return "";
    }
    if (value.is_string()) return cut(value.get<std::string>());
    if (!value.is_array()) {
        if (wrong_content_as_text) return value.dump();
        wrong_type(param);
    }
    if (content_of_parts_refused) wrong_type(param);
    std::string joined;
    bool is_first = true;
    for (std::size_t k = 0; k < value.size(); ++k) {
        const std::string number =
            part_with_the_messages_number ? param.substr(9, param.find(']') - 9) : std::to_string(k);
        const std::string part =
            place_inside_content_missing || part_without_its_number ? param : param + "[" + number + "]";
        const auto inside = [&](const char* name) {
            const bool ends_at_the_part =
                fields_of_a_part_not_named || (type_of_a_part_not_named && name == std::string(".type"));
            return place_inside_content_missing ? param : ends_at_the_part ? part : part + name;
        };
        if (value[k].is_null() && null_parts_left_out) continue;
        if (!value[k].is_object()) wrong_type(part);
        if (anything_but_text_left_out && field(value[k], "type", inside(".type")) != "text") continue;
        if (text(value[k], "type", inside(".type")) != "text") refuse(inside(".type"));
        const std::string one = text(value[k], "text", inside(".text"));
        if (last_part_only) joined.clear();
        else if (parts_joined_after_text_alone ? !joined.empty() : !is_first)
            joined += parts_joined_without_anything || line_end_after_each_part ? ""
                      : parts_joined_with_a_space                               ? " "
                                                                                : "\n";
        joined += one;
        if (line_end_after_each_part) joined += "\n";
        is_first = false;
    }
    return joined;
}

Message message(const json& value, const std::string& param) {
    if (!value.is_object()) wrong_type(param);
    const std::string of_role = param + ".role", of_content = param + ".content";
    const bool has_role = !field(value, "role", of_role).is_null();
    std::string role = missing_role_is_user && !has_role ? "user" : text(value, "role", of_role);
    const bool is_developer = role == "developer";
    if (is_developer && developer_is_unknown) refuse(of_role);
    if (is_developer && !developer_stays) role = "system";
    const bool is_known =
        is_developer || role == "system" || role == "user" || role == "assistant" || (role == "tool" && tool_is_a_role);
    if (!is_known && !role_of_any_name) refuse(of_role);
    return {role, content(field(value, "content", of_content), of_content)};
}

/// As those read it who don't look at the type first.
json plain(const json& value) {
    if (strings_are_numbers && value.is_string()) {
        const json number = json::parse(value.get<std::string>(), nullptr, false);
        if (number.is_number()) return number;
    }
    if (booleans_are_numbers && value.is_boolean()) return value.get<bool>() ? json(1u) : json(0u);
    return is_deep(value) ? json("deep") : value;
}

std::optional<std::size_t> tokens(const json& body, const char* name) {
    const json value = plain(field(body, name));
    if (value.is_null()) return std::nullopt;
    if (!value.is_number()) wrong_type(name);
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (!fractions_cut_off || number >= 18446744073709551616.0) refuse(name);
        if (number < 1 && !(zero_tokens_accepted && number >= 0)) refuse(name);
        return static_cast<std::size_t>(number);
    }
    if (!value.is_number_unsigned()) {
        if (negative_wraps) return static_cast<std::size_t>(value.get<std::int64_t>());
        refuse(name);
    }
    auto number = value.get<std::size_t>();
    if (max_tokens_in_32_bits) number = static_cast<std::uint32_t>(number);
    if (max_tokens_through_a_double && number < (std::size_t{1} << 63)) {
        number = static_cast<std::size_t>(static_cast<double>(number));
    }
    if (max_tokens_signed && number > std::size_t(std::numeric_limits<std::int64_t>::max())) refuse(name);
    if (number == 0 && !zero_tokens_accepted) refuse(name);
    return number;
}

std::vector<std::string> stops(const json& value) {
    std::vector<std::string> all;
    if (value.is_null()) return all;
    std::size_t place = 0;
    const auto add = [&](const json& stop) {
        if (stop.is_null() && null_stops_left_out) return;
        const std::string name =
            stop_named_by_its_place && value.is_array() ? "stop[" + std::to_string(place++) + "]" : "stop";
        if (!stop.is_string()) wrong_type(name);
        if (stop == "" && (empty_stop_left_out || (empty_stop_alone_left_out && !value.is_array()))) return;
        const bool is_accepted = value.is_array() ? empty_stop_in_an_array_accepted : empty_stop_alone_accepted;
        if (stop == "" && !empty_stop_accepted && !is_accepted) refuse(name);
        all.push_back(cut(stop.get<std::string>()));
    };
    if (value.is_string() && stop_string_refused) wrong_type("stop");
    if (value.is_array() && stop_list_refused) wrong_type("stop");
    if (value.is_array() && value.empty() && stop_empty_list_refused) refuse("stop");
    if (!value.is_array()) {
        add(value);
    } else {
        if (value.size() > (four_stops_refused ? 3u : 4u) && !five_stops_accepted) refuse("stop");
        for (const json& stop : value) add(stop);
    }
    return all;
}

double number(const json& body, const char* name, double most, double otherwise) {
    const json value = plain(field(body, name));
    if (value.is_null()) return otherwise;
    if (!value.is_number() || (whole_temperature_refused && !value.is_number_float())) wrong_type(name);
    auto given = value.get<double>();
    if (temperature_at_most_1 && name == std::string("temperature")) most = 1;
    if (values_clamped) given = std::clamp(given, 0.0, most);
    const bool in_float =
        limits_compared_in_floats || (temperature_compared_in_float && name == std::string("temperature"));
    const double compared = in_float ? double(static_cast<float>(given)) : given;
    if (!range_unchecked && (compared < 0 || compared > most)) refuse(name);
    if (given == 0 && (zero_excluded || (top_p_of_0_excluded && name == std::string("top_p")))) refuse(name);
    if (largest_excluded && given == most) refuse(name);
    return fields_in_floats ? double(static_cast<float>(given)) : given;
}

bool flag(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name, param);
    if (!value.is_null() && !value.is_boolean()) wrong_type(param);
    return value == true;
}

void check_what_is_not_there(const json& body) {
    if (const json n = plain(field(body, "n")); !n_ignored && !n.is_null()) {
        if (!n.is_number()) wrong_type("n");
        const bool is_one =
            (fractions_cut_off || n_cut_off) && n.is_number_float() ? static_cast<int>(n.get<double>()) == 1 : n == 1;
        if (!is_one || n_of_one_refused) refuse("n");
    }
    for (const char* name : {"tools", "functions"}) {
        const json& list = field(body, name);
        if (name[0] == 't' ? bool(tools_ignored) : bool(functions_ignored)) continue;
        if (list.is_null() || (list.is_array() && list.empty() && !empty_list_of_tools_refused)) continue;
        refuse(name);
    }
    const json& logprobs = field(body, "logprobs");
    if (logprobs_ignored) return;
    if (flag(body, "logprobs", "logprobs") || (false_logprobs_refused && logprobs == false)) refuse("logprobs");
}

/// Parsed once for all mistakes, unless it is large.
const json& parsed(const std::string& body) {
    if (body_without_its_end) throw Refused{};
    static std::map<std::string, json> known;
    if (body.size() > 10'000) known.clear();
    json& value = known[body];
    try {
        if (value.is_null()) value = json::parse(body);
    } catch (const json::out_of_range&) {
        if (errors_of_json_escape || number_overflow_escapes || only_parse_errors_caught) throw Escaped{};
        throw Refused{};
    } catch (const json::exception&) {
        if (comments_allowed) {
            static json of_this;
            of_this = json::parse(body, nullptr, false, true);
            if (of_this.is_object()) return of_this;
        }
        // As a stream is read: the first value, and what follows stays there.
        for (std::size_t end = body.size(); rest_ignored && end > 1; --end) {
            if (body[end - 1] != '}') continue;
            json first = json::parse(body.substr(0, end), nullptr, false);
            if (first.is_discarded()) continue;
            static json of_this;
            return of_this = std::move(first);
        }
        if (errors_of_json_escape) throw Escaped{};
        throw Refused{};
    }
    if (!value.is_object() && (only_parse_errors_caught || errors_of_json_escape)) throw Escaped{};
    if (!value.is_object()) throw Refused{};
    return value;
}

ChatRequest answer(const std::string& text_of_body) {
    const json& body = parsed(text_of_body);
    for (const auto& [name, value] : body.items()) {
        if (!unknown_fields_refused) break;
        bool is_known = false;
        for (const char* one : {"model", "messages", "max_completion_tokens", "max_tokens", "stop", "temperature",
                 "top_p", "seed", "stream", "stream_options", "n", "tools", "functions", "logprobs"}) {
            is_known = is_known || name == one;
        }
        if (!is_known) refuse(name);
    }
    check_what_is_not_there(body);
    ChatRequest request;
    const bool has_model = !field(body, "model").is_null();
    if (has_model || !missing_model_accepted) request.model = text(body, "model", "model");
    if (has_model && request.model.empty() && empty_model_refused) refuse("model");
    const json& messages = field(body, "messages");
    if (messages.is_null()) refuse("messages");
    if (!messages.is_array()) wrong_type("messages");
    if (messages.empty() && !array_of_messages_unchecked) refuse("messages");
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const std::string place = "[" + std::to_string(message_place_from_one ? i + 1 : i) + "]";
        request.messages.push_back(message(messages[i], message_place_missing ? "messages" : "messages" + place));
    }
    const char *first = "max_completion_tokens", *second = "max_tokens";
    if (max_tokens_first) std::swap(first, second);
    const auto looked_at = [&](const char* name) { return !new_name_ignored || std::string(name) == "max_tokens"; };
    if (looked_at(first)) request.max_tokens = tokens(body, first);
    if (old_name_checked_too) tokens(body, "max_tokens");
    const bool is_named = looked_at(first) && null_of_the_new_name_counts && body.contains(first);
    if (!request.max_tokens && !is_named && looked_at(second)) request.max_tokens = tokens(body, second);
    request.stop = stops(field(body, "stop"));
    request.temperature = number(body, "temperature", 2, temperature_by_default ? 0.8 : 1);
    request.top_p = number(body, "top_p", 1, 1);
    if (const json seed = plain(field(body, "seed")); !seed.is_null()) {
        if (!seed.is_number()) wrong_type("seed");
        if (seed.is_number_float()) {
            const auto given = seed.get<double>();
            if (!fractions_cut_off || given >= 9223372036854775808.0 || given < -9223372036854775808.0) refuse("seed");
            request.seed = static_cast<std::int64_t>(given);
        } else {
            const bool is_beyond = seed.is_number_unsigned() && seed.get<std::uint64_t>() > std::uint64_t(INT64_MAX);
            if (is_beyond && !seed_beyond_wraps) refuse("seed");
            if (seed_without_a_sign && !seed.is_number_unsigned()) refuse("seed");
            request.seed = seed.get<std::int64_t>();
        }
        if (seed_in_32_bits) request.seed = static_cast<std::int32_t>(*request.seed);
    }
    const bool is_open = field(body, "stream").is_null();
    request.stream = flag(body, "stream", "stream") || (stream_by_default && is_open);
    const json& options = field(body, "stream_options");
    if (options.is_null()) return request;
    if (options_of_another_type_ignored && !options.is_object()) return request;
    if (!request.stream && !options_without_stream) refuse("stream_options");
    if (!options.is_object()) wrong_type("stream_options");
    if (const auto usage = options.find("include_usage");
        null_of_include_usage_refused && usage != options.end() && usage->is_null()) {
        wrong_type("stream_options.include_usage");
    }
    if (!include_usage_ignored) {
        request.include_usage = flag(options, "include_usage", "stream_options.include_usage");
    }
    return request;
}

}  // namespace

/// As call.hpp asks it.
static Values chat_request(Run& run) {
    const auto& body = std::get<std::string>(run.call["body"].is);
    const auto line = [](const char* text) {
        Values lines, outputs;
        lines.emplace_back(text);
        outputs.emplace_back(std::move(lines));
        return outputs;
    };
    try {
        return request_lines::of(answer(body));
    } catch (const Refused& refused) {
        if (plain_invalid_argument) return line("std::invalid_argument, and no RequestError");
        const auto param = param_missing ? std::nullopt : refused.param;
        return request_lines::refused(
            status_422 ? 422 : 400, "invalid_request_error", param, run.has("compared_without_param"));
    } catch (...) {
        return line("an exception that is no RequestError");
    }
}
