#include "chat_request.hpp"

#include <nlohmann/json.hpp>

namespace tiny_llm {

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

}  // namespace tiny_llm
