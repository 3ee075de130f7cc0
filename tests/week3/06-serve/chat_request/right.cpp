#include "chat_request.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace tiny_llm {

// ---- at

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& param, const std::string& what) {
    throw RequestError(param, "Invalid '" + param + "': " + what + ".");
}

/// The field, or null. By reference: to copy a value takes a stack as deep as it is nested.
const json& field(const json& object, const char* name) {
    static const json none = nullptr;
    return object.contains(name) ? object.at(name) : none;
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
        return json::parse(std::string(body));
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

// ---- library-throws

namespace {

using nlohmann::json;

/// A value with its name. What doesn't fit is refused by that name.
struct Named {
    const json* value;
    std::string name;

    [[noreturn]] void refuse() const { throw RequestError(name, name + " is wrong"); }
    explicit operator bool() const { return value && !value->is_null(); }
    Named operator[](const std::string& key) const {
        if (!value->is_object()) refuse();
        const auto found = value->find(key);
        return {found == value->end() ? nullptr : &*found, name.empty() ? key : name + "." + key};
    }
    Named operator[](std::size_t k) const { return {&value->at(k), name + "[" + std::to_string(k) + "]"}; }
    std::size_t size() const {
        if (!*this || !value->is_array()) refuse();
        return value->size();
    }
    const std::string& text() const {
        if (!*this || !value->is_string()) refuse();
        return value->get_ref<const std::string&>();
    }
    bool flag() const {
        if (!*this) return false;
        if (!value->is_boolean()) refuse();
        return value->get<bool>();
    }
    double number(double most) const {
        if (!value->is_number()) refuse();
        const double n = value->get<double>();
        if (!(n >= 0 && n <= most)) refuse();
        return n;
    }
};

}  // namespace

ChatRequest chat_request(std::string_view bytes) {
    json parsed;
    try {
        parsed = json::parse(bytes.begin(), bytes.end());
        if (!parsed.is_object()) throw RequestError(std::nullopt, "an object is expected");
    } catch (const json::exception&) {
        throw RequestError(std::nullopt, "this is no JSON");
    }
    const Named body{&parsed, ""};
    ChatRequest request;
    request.model = body["model"].text();
    const Named messages = body["messages"];
    if (messages.size() == 0) messages.refuse();
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const Named role = messages[i]["role"], content = messages[i]["content"];
        Message& message = request.messages.emplace_back();
        message.role = role.text() == "developer" ? "system" : role.text();
        if (message.role != "system" && message.role != "user" && message.role != "assistant") role.refuse();
        if (!content) continue;
        if (!content.value->is_array()) {
            message.content = content.text();
            continue;
        }
        for (std::size_t k = 0; k < content.size(); ++k) {
            if (content[k]["type"].text() != "text") content[k]["type"].refuse();
            message.content += content[k]["text"].text() + "\n";
        }
        if (content.size() > 0) message.content.pop_back();
    }
    Named tokens = body["max_completion_tokens"];
    if (!tokens) tokens = body["max_tokens"];
    if (tokens) {
        if (tokens.value->type() != json::value_t::number_unsigned) tokens.refuse();
        request.max_tokens = tokens.value->get<std::uint64_t>();
        if (*request.max_tokens == 0) tokens.refuse();
    }
    if (const Named stop = body["stop"]; stop && stop.value->is_string()) {
        request.stop = {stop.text()};
    } else if (stop) {
        for (std::size_t k = 0; k < stop.size(); ++k) request.stop.push_back(Named{stop[k].value, "stop"}.text());
    }
    if (request.stop.size() > 4) body["stop"].refuse();
    for (const std::string& stop : request.stop) {
        if (stop.empty()) body["stop"].refuse();
    }
    if (body["temperature"]) request.temperature = body["temperature"].number(2);
    if (body["top_p"]) request.top_p = body["top_p"].number(1);
    if (const Named seed = body["seed"]) {
        if (!seed.value->is_number_integer()) seed.refuse();
        if (seed.value->is_number_unsigned() && seed.value->get<std::uint64_t>() >> 63) seed.refuse();
        request.seed = seed.value->get<std::int64_t>();
    }
    request.stream = body["stream"].flag();
    if (const Named options = body["stream_options"]) {
        if (!request.stream) options.refuse();
        request.include_usage = options["include_usage"].flag();
    }
    if (body["n"] && body["n"].number(1) != 1) body["n"].refuse();
    for (const char* name : {"tools", "functions"}) {
        if (body[name] && body[name].size() > 0) body[name].refuse();
    }
    if (body["logprobs"].flag()) body["logprobs"].refuse();
    return request;
}

// ---- without-exceptions

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
    json value = json::parse(body, nullptr, false);
    if (value.is_discarded()) throw RequestError(std::nullopt, "no JSON");
    return value;
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

}  // namespace tiny_llm
