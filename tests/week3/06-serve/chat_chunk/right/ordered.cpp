#include "chat_chunk.hpp"

#include <nlohmann/json.hpp>

namespace tiny_llm {

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
