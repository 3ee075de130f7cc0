#include "week3/05-guess/accept_greedy.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/05-guess/accept_greedy/mistakes.hpp"

tiny_llm::Ids tiny_llm::accept_greedy(const Ids& draft, const Tensor& logits) {
    const grader::Values outputs =
        grader::outputs_as_part(&::accept_greedy, "draft", grader::Integers({draft.size()}, draft), "logits", logits);
    Ids tokens;
    if (const auto* accepted = std::get_if<grader::Values>(&outputs.at(0).is)) {
        for (const grader::Value& token : *accepted) {
            const auto* known = std::get_if<std::int64_t>(&token.is);
            tokens.push_back(known ? *known : 0);  // what the mistake does not know
        }
    }
    return tokens;
}
