#include "chat_request.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace tiny_llm {

// ---- negative-wraps

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& param, const std::string& what) {
    throw RequestError(param, "Invalid '" + param + "': " + what + ".");
}

/// The field, or null. By reference: to copy a value takes a stack as deep as it is nested.
const json& field(const json& object, const char* name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

std::string text(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_string()) refuse(param, "expected a string");
    return value.get<std::string>();
}

std::string content(const json& value, const std::string& param) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) refuse(param, "expected a string or an array of parts");
    std::string joined;
    for (std::size_t k = 0; k < value.size(); ++k) {
        const std::string part = param + "[" + std::to_string(k) + "]";
        if (!value[k].is_object()) refuse(part, "expected an object");
        if (text(value[k], "type", part + ".type") != "text") refuse(part + ".type", "this model reads only text");
        joined += (k == 0 ? "" : "\n") + text(value[k], "text", part + ".text");
    }
    return joined;
}

Message message(const json& value, const std::string& param) {
    if (!value.is_object()) refuse(param, "expected an object");
    std::string role = text(value, "role", param + ".role");
    if (role == "developer") role = "system";
    if (role != "system" && role != "user" && role != "assistant") refuse(param + ".role", "unknown role");
    return {role, content(field(value, "content"), param + ".content")};
}

std::optional<std::size_t> max_tokens(const json& body, const char* name) {
    const json& value = field(body, name);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number_integer()) refuse(name, "expected a whole number of at least 1");
    const auto tokens = value.get<std::size_t>();
    if (tokens < 1) refuse(name, "expected a whole number of at least 1");
    return tokens;
}

std::vector<std::string> stops(const json& value) {
    std::vector<std::string> all;
    if (value.is_null()) return all;
    const auto add = [&](const json& stop) {
        if (!stop.is_string() || stop == "") refuse("stop", "expected strings that are not empty");
        all.push_back(stop.get<std::string>());
    };
    if (!value.is_array()) add(value);
    else if (value.size() > 4) refuse("stop", "at most four are allowed");
    else
        for (const json& stop : value) add(stop);
    return all;
}

double number(const json& body, const char* name, double most, double otherwise) {
    const json& value = field(body, name);
    if (value.is_null()) return otherwise;
    if (!value.is_number() || value < 0 || value > most) {
        refuse(name, "expected a number from 0 to " + std::to_string(int(most)));
    }
    return value.get<double>();
}

bool flag(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_null() && !value.is_boolean()) refuse(param, "expected true or false");
    return value == true;
}

/// Refuses what asks for more than this server can do.
void check_what_is_not_there(const json& body) {
    const json& n = field(body, "n");
    if (!n.is_null() && n != 1) refuse("n", "there is only one answer");
    for (const char* name : {"tools", "functions"}) {
        const json& list = field(body, name);
        if (!list.is_null() && !(list.is_array() && list.empty())) refuse(name, "this model can't call any");
    }
    if (flag(body, "logprobs", "logprobs")) refuse("logprobs", "this server doesn't give any");
}

json parsed(std::string_view body) {
    // Not every error is a parse_error: 1e999 is an out_of_range.
    try {
        return json::parse(body);
    } catch (const json::exception& error) {
        throw RequestError(std::nullopt, std::string("The body of the request is no JSON: ") + error.what());
    }
}

}  // namespace

ChatRequest chat_request(std::string_view text_of_body) {
    const json body = parsed(text_of_body);
    if (!body.is_object()) throw RequestError(std::nullopt, "The body of the request is no JSON object.");
    check_what_is_not_there(body);

    ChatRequest request;
    request.model = text(body, "model", "model");
    const json& messages = field(body, "messages");
    if (!messages.is_array() || messages.empty()) refuse("messages", "expected an array of at least one message");
    for (std::size_t i = 0; i < messages.size(); ++i) {
        request.messages.push_back(message(messages[i], "messages[" + std::to_string(i) + "]"));
    }
    request.max_tokens = max_tokens(body, "max_completion_tokens");
    if (!request.max_tokens) request.max_tokens = max_tokens(body, "max_tokens");
    request.stop = stops(field(body, "stop"));
    request.temperature = number(body, "temperature", 2, request.temperature);
    request.top_p = number(body, "top_p", 1, request.top_p);
    const json& seed = field(body, "seed");
    if (!seed.is_null()) {
        // By get: where JSON values are compared, 2^63 becomes a negative number first.
        const bool fits =
            seed.is_number_integer() && (!seed.is_number_unsigned() || seed.get<std::uint64_t>() <= INT64_MAX);
        if (!fits) refuse("seed", "expected a whole number");
        request.seed = seed.get<std::int64_t>();
    }
    request.stream = flag(body, "stream", "stream");
    const json& options = field(body, "stream_options");
    if (!options.is_null()) {
        if (!request.stream) refuse("stream_options", "only allowed where stream is true");
        if (!options.is_object()) refuse("stream_options", "expected an object");
        request.include_usage = flag(options, "include_usage", "stream_options.include_usage");
    }
    return request;
}

// ---- number-overflow-escapes+last-part-only

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& param, const std::string& what) {
    throw RequestError(param, "Invalid '" + param + "': " + what + ".");
}

/// The field, or null. By reference: to copy a value takes a stack as deep as it is nested.
const json& field(const json& object, const char* name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

std::string text(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_string()) refuse(param, "expected a string");
    return value.get<std::string>();
}

std::string content(const json& value, const std::string& param) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) refuse(param, "expected a string or an array of parts");
    std::string joined;
    for (std::size_t k = 0; k < value.size(); ++k) {
        const std::string part = param + "[" + std::to_string(k) + "]";
        if (!value[k].is_object()) refuse(part, "expected an object");
        if (text(value[k], "type", part + ".type") != "text") refuse(part + ".type", "this model reads only text");
        joined = text(value[k], "text", part + ".text");
    }
    return joined;
}

Message message(const json& value, const std::string& param) {
    if (!value.is_object()) refuse(param, "expected an object");
    std::string role = text(value, "role", param + ".role");
    if (role == "developer") role = "system";
    if (role != "system" && role != "user" && role != "assistant") refuse(param + ".role", "unknown role");
    return {role, content(field(value, "content"), param + ".content")};
}

std::optional<std::size_t> max_tokens(const json& body, const char* name) {
    const json& value = field(body, name);
    if (value.is_null()) return std::nullopt;
    // Unsigned is what JSON has for whole numbers without a minus.
    if (!value.is_number_unsigned() || value == 0) refuse(name, "expected a whole number of at least 1");
    return value.get<std::size_t>();
}

std::vector<std::string> stops(const json& value) {
    std::vector<std::string> all;
    if (value.is_null()) return all;
    const auto add = [&](const json& stop) {
        if (!stop.is_string() || stop == "") refuse("stop", "expected strings that are not empty");
        all.push_back(stop.get<std::string>());
    };
    if (!value.is_array()) add(value);
    else if (value.size() > 4) refuse("stop", "at most four are allowed");
    else
        for (const json& stop : value) add(stop);
    return all;
}

double number(const json& body, const char* name, double most, double otherwise) {
    const json& value = field(body, name);
    if (value.is_null()) return otherwise;
    if (!value.is_number() || value < 0 || value > most) {
        refuse(name, "expected a number from 0 to " + std::to_string(int(most)));
    }
    return value.get<double>();
}

bool flag(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_null() && !value.is_boolean()) refuse(param, "expected true or false");
    return value == true;
}

/// Refuses what asks for more than this server can do.
void check_what_is_not_there(const json& body) {
    const json& n = field(body, "n");
    if (!n.is_null() && n != 1) refuse("n", "there is only one answer");
    for (const char* name : {"tools", "functions"}) {
        const json& list = field(body, name);
        if (!list.is_null() && !(list.is_array() && list.empty())) refuse(name, "this model can't call any");
    }
    if (flag(body, "logprobs", "logprobs")) refuse("logprobs", "this server doesn't give any");
}

json parsed(std::string_view body) {
    try {
        return json::parse(body);
    } catch (const json::parse_error& error) {
        throw RequestError(std::nullopt, std::string("The body of the request is no JSON: ") + error.what());
    }
}

}  // namespace

ChatRequest chat_request(std::string_view text_of_body) {
    const json body = parsed(text_of_body);
    if (!body.is_object()) throw RequestError(std::nullopt, "The body of the request is no JSON object.");
    check_what_is_not_there(body);

    ChatRequest request;
    request.model = text(body, "model", "model");
    const json& messages = field(body, "messages");
    if (!messages.is_array() || messages.empty()) refuse("messages", "expected an array of at least one message");
    for (std::size_t i = 0; i < messages.size(); ++i) {
        request.messages.push_back(message(messages[i], "messages[" + std::to_string(i) + "]"));
    }
    request.max_tokens = max_tokens(body, "max_completion_tokens");
    if (!request.max_tokens) request.max_tokens = max_tokens(body, "max_tokens");
    request.stop = stops(field(body, "stop"));
    request.temperature = number(body, "temperature", 2, request.temperature);
    request.top_p = number(body, "top_p", 1, request.top_p);
    const json& seed = field(body, "seed");
    if (!seed.is_null()) {
        // By get: where JSON values are compared, 2^63 becomes a negative number first.
        const bool fits =
            seed.is_number_integer() && (!seed.is_number_unsigned() || seed.get<std::uint64_t>() <= INT64_MAX);
        if (!fits) refuse("seed", "expected a whole number");
        request.seed = seed.get<std::int64_t>();
    }
    request.stream = flag(body, "stream", "stream");
    const json& options = field(body, "stream_options");
    if (!options.is_null()) {
        if (!request.stream) refuse("stream_options", "only allowed where stream is true");
        if (!options.is_object()) refuse("stream_options", "expected an object");
        request.include_usage = flag(options, "include_usage", "stream_options.include_usage");
    }
    return request;
}

// ---- only-parse-errors-caught

namespace {

using nlohmann::json;

void need(bool good, const std::string& param) {
    if (!good) throw RequestError(param, "Invalid '" + param + "'.");
}

bool has(const json& object, const char* name) { return object.contains(name) && !object[name].is_null(); }

}  // namespace

// Types are left to the library, which throws type_error.
ChatRequest chat_request(std::string_view text) try {
    const json body = json::parse(text);
    body.get_ref<const json::object_t&>();
    ChatRequest request;
    need(has(body, "model"), "model");
    body["model"].get_to(request.model);
    need(has(body, "messages"), "messages");
    const auto& messages = body["messages"].get_ref<const json::array_t&>();
    need(!messages.empty(), "messages");
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const std::string param = "messages[" + std::to_string(i) + "]";
        const json& one = messages[i];
        one.get_ref<const json::object_t&>();
        need(has(one, "role"), param + ".role");
        Message message;
        one["role"].get_to(message.role);
        if (message.role == "developer") message.role = "system";
        need(message.role == "system" || message.role == "user" || message.role == "assistant", param + ".role");
        if (has(one, "content") && one["content"].is_array()) {
            for (std::size_t k = 0; k < one["content"].size(); ++k) {
                const std::string place = param + ".content[" + std::to_string(k) + "]";
                const json& part = one["content"][k];
                part.get_ref<const json::object_t&>();
                need(has(part, "type"), place + ".type");
                need(part["type"].get<std::string>() == "text", place + ".type");
                need(has(part, "text"), place + ".text");
                if (k > 0) message.content += "\n";
                message.content += part["text"].get<std::string>();
            }
        } else if (has(one, "content")) {
            one["content"].get_to(message.content);
        }
        request.messages.push_back(message);
    }
    for (const char* name : {"max_tokens", "max_completion_tokens"}) {
        if (!has(body, name) || (name[4] == 't' && has(body, "max_completion_tokens"))) continue;
        const json& value = body[name];
        value.get<std::size_t>();
        need(value.is_number_unsigned() && value.get<std::size_t>() > 0, name);
        request.max_tokens = value.get<std::size_t>();
    }
    if (has(body, "stop")) {
        const json& stop = body["stop"];
        if (stop.is_array()) {
            need(stop.size() <= 4, "stop");
            for (const json& one : stop) request.stop.push_back(one.get<std::string>());
        } else {
            request.stop.push_back(stop.get<std::string>());
        }
        for (const std::string& one : request.stop) need(!one.empty(), "stop");
    }
    if (has(body, "temperature")) body["temperature"].get_to(request.temperature);
    if (has(body, "top_p")) body["top_p"].get_to(request.top_p);
    need(request.temperature >= 0 && request.temperature <= 2, "temperature");
    need(request.top_p >= 0 && request.top_p <= 1, "top_p");
    if (has(body, "seed")) {
        const json& seed = body["seed"];
        request.seed = seed.get<std::int64_t>();
        need(seed.is_number_integer() && (*request.seed >= 0 || !seed.is_number_unsigned()), "seed");
    }
    if (has(body, "stream")) body["stream"].get_to(request.stream);
    if (has(body, "stream_options")) {
        need(request.stream, "stream_options");
        const json& options = body["stream_options"];
        options.get_ref<const json::object_t&>();
        if (has(options, "include_usage")) options["include_usage"].get_to(request.include_usage);
    }
    if (has(body, "n")) {
        body["n"].get<double>();
        need(body["n"] == 1, "n");
    }
    for (const char* name : {"tools", "functions"}) {
        if (has(body, name)) need(body[name].is_array() && body[name].empty(), name);
    }
    if (has(body, "logprobs")) need(!body["logprobs"].get<bool>(), "logprobs");
    return request;
} catch (const json::parse_error& error) {
    throw RequestError(std::nullopt, error.what());
}

// ---- seed-beyond-wraps

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& param, const std::string& what) {
    throw RequestError(param, "Invalid '" + param + "': " + what + ".");
}

/// The field, or null. By reference: to copy a value takes a stack as deep as it is nested.
const json& field(const json& object, const char* name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

std::string text(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_string()) refuse(param, "expected a string");
    return value.get<std::string>();
}

std::string content(const json& value, const std::string& param) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) refuse(param, "expected a string or an array of parts");
    std::string joined;
    for (std::size_t k = 0; k < value.size(); ++k) {
        const std::string part = param + "[" + std::to_string(k) + "]";
        if (!value[k].is_object()) refuse(part, "expected an object");
        if (text(value[k], "type", part + ".type") != "text") refuse(part + ".type", "this model reads only text");
        joined += (k == 0 ? "" : "\n") + text(value[k], "text", part + ".text");
    }
    return joined;
}

Message message(const json& value, const std::string& param) {
    if (!value.is_object()) refuse(param, "expected an object");
    std::string role = text(value, "role", param + ".role");
    if (role == "developer") role = "system";
    if (role != "system" && role != "user" && role != "assistant") refuse(param + ".role", "unknown role");
    return {role, content(field(value, "content"), param + ".content")};
}

std::optional<std::size_t> max_tokens(const json& body, const char* name) {
    const json& value = field(body, name);
    if (value.is_null()) return std::nullopt;
    // Unsigned is what JSON has for whole numbers without a minus.
    if (!value.is_number_unsigned() || value == 0) refuse(name, "expected a whole number of at least 1");
    return value.get<std::size_t>();
}

std::vector<std::string> stops(const json& value) {
    std::vector<std::string> all;
    if (value.is_null()) return all;
    const auto add = [&](const json& stop) {
        if (!stop.is_string() || stop == "") refuse("stop", "expected strings that are not empty");
        all.push_back(stop.get<std::string>());
    };
    if (!value.is_array()) add(value);
    else if (value.size() > 4) refuse("stop", "at most four are allowed");
    else
        for (const json& stop : value) add(stop);
    return all;
}

double number(const json& body, const char* name, double most, double otherwise) {
    const json& value = field(body, name);
    if (value.is_null()) return otherwise;
    if (!value.is_number() || value < 0 || value > most) {
        refuse(name, "expected a number from 0 to " + std::to_string(int(most)));
    }
    return value.get<double>();
}

bool flag(const json& object, const char* name, const std::string& param) {
    const json& value = field(object, name);
    if (!value.is_null() && !value.is_boolean()) refuse(param, "expected true or false");
    return value == true;
}

/// Refuses what asks for more than this server can do.
void check_what_is_not_there(const json& body) {
    const json& n = field(body, "n");
    if (!n.is_null() && n != 1) refuse("n", "there is only one answer");
    for (const char* name : {"tools", "functions"}) {
        const json& list = field(body, name);
        if (!list.is_null() && !(list.is_array() && list.empty())) refuse(name, "this model can't call any");
    }
    if (flag(body, "logprobs", "logprobs")) refuse("logprobs", "this server doesn't give any");
}

json parsed(std::string_view body) {
    // Not every error is a parse_error: 1e999 is an out_of_range.
    try {
        return json::parse(body);
    } catch (const json::exception& error) {
        throw RequestError(std::nullopt, std::string("The body of the request is no JSON: ") + error.what());
    }
}

}  // namespace

ChatRequest chat_request(std::string_view text_of_body) {
    const json body = parsed(text_of_body);
    if (!body.is_object()) throw RequestError(std::nullopt, "The body of the request is no JSON object.");
    check_what_is_not_there(body);

    ChatRequest request;
    request.model = text(body, "model", "model");
    const json& messages = field(body, "messages");
    if (!messages.is_array() || messages.empty()) refuse("messages", "expected an array of at least one message");
    for (std::size_t i = 0; i < messages.size(); ++i) {
        request.messages.push_back(message(messages[i], "messages[" + std::to_string(i) + "]"));
    }
    request.max_tokens = max_tokens(body, "max_completion_tokens");
    if (!request.max_tokens) request.max_tokens = max_tokens(body, "max_tokens");
    request.stop = stops(field(body, "stop"));
    request.temperature = number(body, "temperature", 2, request.temperature);
    request.top_p = number(body, "top_p", 1, request.top_p);
    const json& seed = field(body, "seed");
    if (!seed.is_null()) {
        const bool fits = seed.is_number_integer() && seed >= INT64_MIN && seed <= INT64_MAX;
        if (!fits) refuse("seed", "expected a whole number");
        request.seed = seed.get<std::int64_t>();
    }
    request.stream = flag(body, "stream", "stream");
    const json& options = field(body, "stream_options");
    if (!options.is_null()) {
        if (!request.stream) refuse("stream_options", "only allowed where stream is true");
        if (!options.is_object()) refuse("stream_options", "expected an object");
        request.include_usage = flag(options, "include_usage", "stream_options.include_usage");
    }
    return request;
}

}  // namespace tiny_llm
