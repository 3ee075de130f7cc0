#ifndef TINY_LLM_CHAT_REQUEST_HPP
#define TINY_LLM_CHAT_REQUEST_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chat_prompt.hpp"

namespace tiny_llm {

/// What a client of OpenAI's chat completions asks for. The values here count where the client gives none.
struct ChatRequest {
    std::string model = "";
    std::vector<Message> messages = {};          // as chat_prompt takes them
    std::optional<std::size_t> max_tokens = {};  // without it, as many as the model has room for
    std::vector<std::string> stop = {};
    double temperature = 1;
    double top_p = 1;
    std::optional<std::int64_t> seed = {};
    bool stream = false;         // in events, while it is computed
    bool include_usage = false;  // and with the last of them the number of tokens
};

/// A request that is refused. The client gets `status` and {"error": {"message": what(), "type", "param", "code"}}.
struct RequestError : std::invalid_argument {
    /// param   the field that is wrong, such as "stop" or "messages[1].role"; nothing where it is the whole request
    RequestError(std::optional<std::string> param, const std::string& message)
        : std::invalid_argument(message), param(std::move(param)) {
    }

    int status = 400;
    std::string type = "invalid_request_error";
    std::optional<std::string> param;
    std::optional<std::string> code = {};
};

/// Reads the body of a request to OpenAI's chat completions. The library nlohmann/json is there for it, version 3.10 or later:
///
///     #include <nlohmann/json.hpp>
///
/// A field that is null counts as one that is not there, everywhere. These are looked at:
///
/// model                           a string, necessary
/// messages                        an array of at least one object, necessary; of each of them:
///     role                        "system", "user" or "assistant"; "developer" becomes "system"; necessary
///     content                     a string, or an array of parts {"type": "text", "text": string}, whose texts are joined with a
///                                 newline between them; nothing, and an array of no parts, count as ""
/// max_completion_tokens           a whole number from 1 to 2^64 - 1, which becomes max_tokens
/// max_tokens                      the same, looked at only if max_completion_tokens isn't there
/// stop                            a string, or an array of at most four strings, none of them empty
/// temperature                     a number from 0 to 2, which are both allowed
/// top_p                           a number from 0 to 1, which are both allowed
/// seed                            a whole number from -2^63 to 2^63 - 1
/// stream                          true or false
/// stream_options                  an object, only where stream is true; of it:
///     include_usage               true or false
/// n                               the number 1: there is one answer
/// tools, functions                an array of nothing: the model can't call any
/// logprobs                        false: there are none
///
/// Everything else is left alone, whatever it is and however deeply it is nested. (What `response_format` asks for is found out
/// elsewhere.)
///
/// body      any bytes
/// returns   the request; what isn't there is as in ChatRequest's declaration
///
/// Throws RequestError, and nothing else, for all that isn't as above. Its param is the field as OpenAI writes it, from the
/// outside in: "temperature", "messages[0].role", "messages[2].content[1].type", "stream_options.include_usage". What is missing
/// is named in the same way. In an array the whole array is named for a wrong string or number (stop), but a wrong message or
/// part, one that is no object, by its place: "messages[1]". If stream_options must not be there, it is "stream_options". A body
/// that is no JSON (RFC 8259: UTF-8, one value, no comments, no lone surrogates, numbers within double's range) or no object has
/// no param. If several fields are wrong, it may be any of them.
///
/// Source: OpenAI's openapi.yaml, CreateChatCompletionRequest. Parts are joined as in llama.cpp and vLLM.
ChatRequest chat_request(std::string_view body);

}  // namespace tiny_llm

#endif
