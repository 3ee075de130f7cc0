#include "chat_chunk.hpp"

#include <nlohmann/json.hpp>

namespace tiny_llm {

// ---- bytes-that-are-no-utf8-throw

using nlohmann::json;

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length") {
        throw std::invalid_argument("chat_chunk: finish_reason is \"" + *finish_reason + "\", not stop or length");
    }
    if (int(!text.empty()) + int(finish_reason.has_value()) + int(usage.has_value()) > 1) {
        throw std::invalid_argument("chat_chunk: text, finish_reason and usage come one after the other");
    }
    if (usage && !reply.include_usage) throw std::invalid_argument("chat_chunk: nobody asked for usage");

    json event = {
        {"id", reply.id}, {"object", "chat.completion.chunk"}, {"created", reply.created}, {"model", reply.model}};
    event["choices"] = json::array();
    if (!usage) {
        json choice = {{"index", 0}, {"delta", json::object()}, {"finish_reason", nullptr}};
        if (reply.events == 0) choice["delta"]["role"] = "assistant";
        if (finish_reason) choice["finish_reason"] = *finish_reason;
        else choice["delta"]["content"] = std::string(text);
        event["choices"].push_back(choice);
    }
    if (usage) {
        event["usage"] = {{"prompt_tokens", usage->prompt_tokens}, {"completion_tokens", usage->completion_tokens},
            {"total_tokens", usage->prompt_tokens + usage->completion_tokens}};
    } else if (reply.include_usage) {
        event["usage"] = nullptr;
    }
    return "data: " + event.dump() + "\n\n";
}

// ---- content-cut-at-a-zero

using nlohmann::json;

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length") {
        throw std::invalid_argument("chat_chunk: finish_reason is \"" + *finish_reason + "\", not stop or length");
    }
    if (int(!text.empty()) + int(finish_reason.has_value()) + int(usage.has_value()) > 1) {
        throw std::invalid_argument("chat_chunk: text, finish_reason and usage come one after the other");
    }
    if (usage && !reply.include_usage) throw std::invalid_argument("chat_chunk: nobody asked for usage");

    json event = {
        {"id", reply.id}, {"object", "chat.completion.chunk"}, {"created", reply.created}, {"model", reply.model}};
    event["choices"] = json::array();
    if (!usage) {
        json choice = {{"index", 0}, {"delta", json::object()}, {"finish_reason", nullptr}};
        if (reply.events == 0) choice["delta"]["role"] = "assistant";
        if (finish_reason) choice["finish_reason"] = *finish_reason;
        else choice["delta"]["content"] = text.data();
        event["choices"].push_back(choice);
    }
    if (usage) {
        event["usage"] = {{"prompt_tokens", usage->prompt_tokens}, {"completion_tokens", usage->completion_tokens},
            {"total_tokens", usage->prompt_tokens + usage->completion_tokens}};
    } else if (reply.include_usage) {
        event["usage"] = nullptr;
    }
    return "data: " + event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n\n";
}

// ---- finish-reason-empty

using nlohmann::json;

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length") {
        throw std::invalid_argument("chat_chunk: finish_reason is \"" + *finish_reason + "\", not stop or length");
    }
    if (int(!text.empty()) + int(finish_reason.has_value()) + int(usage.has_value()) > 1) {
        throw std::invalid_argument("chat_chunk: text, finish_reason and usage come one after the other");
    }
    if (usage && !reply.include_usage) throw std::invalid_argument("chat_chunk: nobody asked for usage");

    json event = {
        {"id", reply.id}, {"object", "chat.completion.chunk"}, {"created", reply.created}, {"model", reply.model}};
    event["choices"] = json::array();
    if (!usage) {
        json choice = {{"index", 0}, {"delta", json::object()}, {"finish_reason", finish_reason.value_or("")}};
        if (reply.events == 0) choice["delta"]["role"] = "assistant";
        if (!finish_reason) choice["delta"]["content"] = std::string(text);
        event["choices"].push_back(choice);
    }
    if (usage) {
        event["usage"] = {{"prompt_tokens", usage->prompt_tokens}, {"completion_tokens", usage->completion_tokens},
            {"total_tokens", usage->prompt_tokens + usage->completion_tokens}};
    } else if (reply.include_usage) {
        event["usage"] = nullptr;
    }
    return "data: " + event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n\n";
}

// ---- usage-as-int+role-never

using nlohmann::json;

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length") {
        throw std::invalid_argument("chat_chunk: finish_reason is \"" + *finish_reason + "\", not stop or length");
    }
    if (int(!text.empty()) + int(finish_reason.has_value()) + int(usage.has_value()) > 1) {
        throw std::invalid_argument("chat_chunk: text, finish_reason and usage come one after the other");
    }
    if (usage && !reply.include_usage) throw std::invalid_argument("chat_chunk: nobody asked for usage");

    json event = {
        {"id", reply.id}, {"object", "chat.completion.chunk"}, {"created", reply.created}, {"model", reply.model}};
    event["choices"] = json::array();
    if (!usage) {
        json choice = {{"index", 0}, {"delta", json::object()}, {"finish_reason", nullptr}};
        if (finish_reason) choice["finish_reason"] = *finish_reason;
        else choice["delta"]["content"] = std::string(text);
        event["choices"].push_back(choice);
    }
    if (usage) {
        event["usage"] = {{"prompt_tokens", int(usage->prompt_tokens)},
            {"completion_tokens", int(usage->completion_tokens)},
            {"total_tokens", int(usage->prompt_tokens + usage->completion_tokens)}};
    } else if (reply.include_usage) {
        event["usage"] = nullptr;
    }
    return "data: " + event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n\n";
}

}  // namespace tiny_llm
