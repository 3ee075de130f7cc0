#include "week3/05-guess/speculative_generate.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/05-guess/speculative_generate/mistakes.hpp"

tiny_llm::Ids tiny_llm::speculative_generate(const Verify& verify, const Draft& draft, const Ids& prompt,
    std::size_t max_new_tokens, const Ids& stop, const OnToken& on_token) {
    grader::questions = 0;
    struct {
        /// The likeliest token after each.
        Tokens verify(std::size_t keep, const Tokens& ids) const {
            const Tensor logits = asked(keep, ids);
            Tokens tokens;
            for (std::size_t row = 0; row < logits.shape(0); ++row) {
                const float* first = logits.data() + row * logits.shape(1);
                const float* end = first + logits.shape(1);
                const float* likeliest = std::max_element(first, end);
                if (last_of_equal_logits) {
                    for (const float* logit = likeliest; logit != end; ++logit)
                        if (*logit == *likeliest) likeliest = logit;
                }
                tokens.push_back(likeliest - first);
            }
            return tokens;
        }
        const Verify& asked;
        const Draft& draft;
        const OnToken& on_token;
    } around{verify, draft, on_token};
    return ::speculated(around, prompt, max_new_tokens, stop);
}
