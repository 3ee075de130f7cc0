#include "week3/06-serve/chat_chunk.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/06-serve/chat_chunk/mistakes.hpp"

std::string tiny_llm::chat_chunk(const Reply& reply, std::string_view text,
    const std::optional<std::string>& finish_reason, const std::optional<Usage>& usage) {
    const auto number = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    grader::Call call;
    call.set("id", reply.id);
    call.set("created", reply.created);
    call.set("model", reply.model);
    call.set("events", number(reply.events));
    if (reply.include_usage) call.set("include_usage", true);
    call.set("text", std::string(text));
    if (finish_reason) call.set("finish_reason", *finish_reason);
    if (usage)
        call.set("usage", grader::Integers({2}, {number(usage->prompt_tokens), number(usage->completion_tokens)}));
    grader::Run run{call};
    return event_of(run);
}
