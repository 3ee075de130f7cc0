#include "chat_chunk.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tiny_llm {

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

}  // namespace tiny_llm
