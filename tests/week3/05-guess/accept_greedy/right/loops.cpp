#include "accept_greedy.hpp"

#include <limits>

namespace tiny_llm {

/// Element by element, in one pass over each row.
Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i < logits.shape(0); ++i) {
        TokenId best = 0;
        float largest = -std::numeric_limits<float>::infinity();
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            const float logit = logits(i, t);
            if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("a logit is no number");
            if (logit > largest) {
                largest = logit;
                best = static_cast<TokenId>(t);
            }
        }
        tokens.push_back(best);
        if (i == draft.size() || draft[i] != best) return tokens;
    }
    return tokens;
}

}  // namespace tiny_llm
