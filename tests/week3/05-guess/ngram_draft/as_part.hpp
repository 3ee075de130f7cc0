#include "week3/05-guess/ngram_draft.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/05-guess/ngram_draft/mistakes.hpp"

tiny_llm::Ids tiny_llm::ngram_draft(const Ids& so_far, std::size_t max_ngram, std::size_t max_tokens, const Ids& stop) {
    const auto integers = [](const Ids& ids) { return grader::Integers({ids.size()}, ids); };
    const auto number = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    const grader::Values outputs = grader::outputs_as_part(&::ngram_draft, "so_far", integers(so_far), "max_ngram",
        number(max_ngram), "max_tokens", number(max_tokens), "stop", integers(stop));
    Ids guess;
    for (const grader::Value& token : std::get<grader::Values>(outputs.at(0).is)) {
        const auto* known = std::get_if<std::int64_t>(&token.is);
        guess.push_back(known ? *known : 0);  // what the mistake does not know
    }
    return guess;
}
