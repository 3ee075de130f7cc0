#include "chat_chunk.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tiny_llm {

// ---- by-hand

namespace {

/// The length of the character that begins here, 0 where none does.
std::size_t character(std::string_view bytes) {
    const auto at = [&](std::size_t k) { return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u; };
    const unsigned first = at(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    for (std::size_t k = 1; k < length; ++k) {
        if (at(k) >> 6 != 2) return 0;
    }
    const unsigned two = first << 8 | at(1);
    const bool bad = (length == 3 && (two < 0xE0A0 || (two >= 0xEDA0 && two < 0xEE00))) ||
                     (length == 4 && (two < 0xF090 || two >= 0xF490));
    return bad ? 0 : length;
}

std::string in_quotes(std::string_view text) {
    std::string all = "\"";
    while (!text.empty()) {
        const std::size_t n = character(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        if (n == 0) {
            all += "\\ufffd";
        } else if (byte < 32 || byte == '"' || byte == '\\') {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            all += escape;
        } else {
            all += text.substr(0, n);
        }
        text.remove_prefix(n > 0 ? n : 1);
    }
    return all + "\"";
}

}  // namespace

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length")
        throw std::invalid_argument("finish_reason");
    if (!text.empty() && (finish_reason || usage)) throw std::invalid_argument("text");
    if (usage && (finish_reason || !reply.include_usage)) throw std::invalid_argument("usage");
    std::string choices;
    if (!usage) {
        std::string delta = reply.events == 0 ? "\"role\":\"assistant\"" : "";
        if (!finish_reason) delta += (delta.empty() ? "" : ", ") + ("\"content\": " + in_quotes(text));
        choices = "{\"index\":0,\"delta\":{" + delta +
                  "},\"finish_reason\":" + (finish_reason ? in_quotes(*finish_reason) : "null") + "}";
    }
    std::string tokens;
    if (usage) {
        tokens = ",\"usage\":{\"prompt_tokens\":" + std::to_string(usage->prompt_tokens) +
                 ",\"completion_tokens\":" + std::to_string(usage->completion_tokens) +
                 ",\"total_tokens\":" + std::to_string(usage->prompt_tokens + usage->completion_tokens) + "}";
    } else if (reply.include_usage) {
        tokens = ",\"usage\":null";
    }
    return "data: {\"id\":" + in_quotes(reply.id) +
           ",\"object\":\"chat.completion.chunk\",\"created\":" + std::to_string(reply.created) +
           ",\"model\":" + in_quotes(reply.model) + ",\"choices\":[" + choices + "]" + tokens + "}\n\n";
}

// ---- one-expression

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length")
        throw std::invalid_argument("finish_reason");
    if (!text.empty() && (finish_reason || usage)) throw std::invalid_argument("text");
    if (usage && (finish_reason || !reply.include_usage)) throw std::invalid_argument("usage");
    using J = nlohmann::json;
    const J reason = finish_reason ? J(*finish_reason) : J();
    J delta = finish_reason ? J::object() : J{{"content", std::string(text)}};
    if (!reply.events) delta.update({{"role", "assistant"}});
    J event{{"id", reply.id}, {"object", "chat.completion.chunk"}, {"created", reply.created}, {"model", reply.model},
        {"choices", usage ? J::array() : J::parse("[{}]")}};
    if (!usage) event["choices"][0] = {{"delta", delta}, {"finish_reason", reason}, {"index", 0}};
    const std::size_t p = usage ? usage->prompt_tokens : 0, c = usage ? usage->completion_tokens : 0;
    if (reply.include_usage) {
        event["usage"] = usage ? J{{"prompt_tokens", p}, {"completion_tokens", c}, {"total_tokens", p + c}} : J();
    }
    return "data: " + event.dump(-1, ' ', false, J::error_handler_t::replace) + "\n\n";
}

// ---- ordered

std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
    const std::optional<Usage>& usage) {
    if (finish_reason && *finish_reason != "stop" && *finish_reason != "length")
        throw std::invalid_argument("finish_reason");
    if (!text.empty() && (finish_reason || usage)) throw std::invalid_argument("text");
    if (usage && (finish_reason || !reply.include_usage)) throw std::invalid_argument("usage");
    using Json = nlohmann::ordered_json;
    Json delta(Json::value_t::object);
    if (reply.events == 0) delta.emplace("role", "assistant");
    if (!finish_reason) delta.emplace("content", text);
    Json choices = Json::array();
    Json choice;
    choice["index"] = 0;
    choice["delta"] = delta;
    choice["finish_reason"];
    if (finish_reason) choice["finish_reason"] = finish_reason.value();
    if (!usage) choices.push_back(choice);
    Json event;
    event["usage"];
    if (usage) {
        event["usage"]["prompt_tokens"] = usage->prompt_tokens;
        event["usage"]["completion_tokens"] = usage->completion_tokens;
        event["usage"]["total_tokens"] = usage->completion_tokens + usage->prompt_tokens;
    }
    if (!reply.include_usage) event.erase("usage");
    event["choices"] = std::move(choices);
    event["model"] = reply.model;
    event["created"] = reply.created;
    event["object"] = "chat.completion.chunk";
    event["id"] = reply.id;
    std::string line = "data: ";
    line += event.dump(-1, ' ', true, Json::error_handler_t::replace);
    return line.append(2, '\n');
}

}  // namespace tiny_llm
