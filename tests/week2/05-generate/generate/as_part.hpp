#include "week2/05-generate/generate.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/05-generate/generate/mistakes.hpp"

std::vector<tiny_llm::TokenId> tiny_llm::generate(const NextLogits& next, const std::vector<TokenId>& prompt,
    std::size_t max_new_tokens, const Choose& choose, const std::vector<TokenId>& stop, const OnToken& on_token) {
    grader::questions = 0;
    struct {
        const NextLogits& next;
        const Choose& choose;
        const OnToken& on_token;
    } around{next, choose, on_token};
    return ::generated(around, prompt, max_new_tokens, stop);
}
