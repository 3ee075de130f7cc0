#include "chat_request.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace tiny_llm {

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

}  // namespace tiny_llm
