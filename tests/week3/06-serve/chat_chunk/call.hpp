// How the grader calls chat_chunk. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/06-serve/chat_chunk/lines.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    Reply reply;
    reply.id = arguments.text("id");
    reply.created = arguments.number<std::int64_t>("created");
    reply.model = arguments.text("model");
    reply.include_usage = arguments.has("include_usage");
    reply.events = arguments.number<std::size_t>("events");
    std::optional<std::string> finish_reason;
    if (arguments.has("finish_reason")) finish_reason = arguments.text("finish_reason");
    std::optional<Usage> usage;
    if (arguments.has("usage")) {
        const auto tokens = arguments.numbers<std::size_t>("usage");
        usage.emplace();
        usage->prompt_tokens = tokens.at(0);
        usage->completion_tokens = tokens.at(1);
    }
    // The text lies in the middle of other bytes: a view ends where it says, not at a zero.
    const std::string& text = arguments.text("text");
    const std::string around = text + " beyond the view";
    return event_lines::of(chat_chunk(reply, std::string_view(around).substr(0, text.size()), finish_reason, usage));
}

}  // namespace tiny_llm
