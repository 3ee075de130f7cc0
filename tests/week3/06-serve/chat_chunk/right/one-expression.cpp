#include "chat_chunk.hpp"

#include <nlohmann/json.hpp>

namespace tiny_llm {

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

}  // namespace tiny_llm
