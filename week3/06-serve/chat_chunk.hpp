#ifndef TINY_LLM_CHAT_CHUNK_HPP
#define TINY_LLM_CHAT_CHUNK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tiny_llm {

/// One answer to one request.
struct Reply {
    std::string id = "";       // such as "chatcmpl-7"
    std::int64_t created = 0;  // seconds since 1970
    std::string model = "";
    bool include_usage = false;  // whether the request asks for it
    std::size_t events = 0;      // how many the client has got so far
};

struct Usage {
    std::size_t prompt_tokens = 0;
    std::size_t completion_tokens = 0;
};

/// The next event of an answer that is streamed, as server-sent events and OpenAI's chat completions have it: "data: ", a JSON
/// object in one line, and two newlines. Its fields, in any order:
///
/// id, created, model   the reply's
/// object               "chat.completion.chunk"
/// choices              of one object: "index" is 0; "delta" is what is new; "finish_reason" is null, or the one given.
///     delta            "content" is text, even if that is empty; only the event with a finish_reason has none. "role" is
///                      "assistant", in the first event alone, which is when reply.events is 0. Nothing else.
/// usage                only if reply.include_usage: null, but in the event with usage an object: prompt_tokens,
///                      completion_tokens, and total_tokens, their sum
///
/// In the event with usage, choices is an empty array. There is nothing else in the object.
///
/// text            what is new, UTF-8, may be empty. A byte that is no UTF-8 becomes U+FFFD: an event is always valid
/// finish_reason   why the answer ends, in the event after its last text
/// usage           in the event after that one
///
/// Throws std::invalid_argument when finish_reason is neither "stop" nor "length", when text comes with a finish_reason or with
/// usage, when a finish_reason comes with usage, and when usage comes although reply.include_usage is false.
///
/// The library nlohmann/json is there for it: #include <nlohmann/json.hpp>
///
/// Source: OpenAI's openapi.yaml, CreateChatCompletionStreamResponse; WHATWG HTML, 9.2 Server-sent events.
std::string chat_chunk(const Reply& reply, std::string_view text, const std::optional<std::string>& finish_reason,
                       const std::optional<Usage>& usage);

/// What the server sends after the last event.
inline constexpr std::string_view done_event = "data: [DONE]\n\n";

}  // namespace tiny_llm

#endif
