#include "week3/06-serve/chat_request.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/06-serve/chat_request/mistakes.hpp"

tiny_llm::ChatRequest tiny_llm::chat_request(std::string_view body) {
    grader::questions = 0;
    ChatRequest request;
    try {
        const auto given = ::answer(std::string(body));
        request.model = given.model;
        for (const auto& [role, content] : given.messages) request.messages.push_back({role, content});
        request.max_tokens = given.max_tokens;
        request.stop = given.stop;
        request.temperature = given.temperature;
        request.top_p = given.top_p;
        request.seed = given.seed;
        request.stream = given.stream;
        request.include_usage = given.include_usage;
    } catch (const Refused& refused) {
        const std::string what = refused.param.value_or("the body") + " is not as it has to be";
        if (plain_invalid_argument) throw std::invalid_argument(what);
        RequestError error(param_missing ? std::nullopt : refused.param, what);
        if (status_422) error.status = 422;
        throw error;
    } catch (const Escaped&) {
        throw std::runtime_error("what the JSON library throws");
    }
    return request;
}
