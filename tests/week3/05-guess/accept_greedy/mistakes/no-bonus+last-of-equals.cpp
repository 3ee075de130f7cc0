#include "accept_greedy.hpp"

#include <limits>

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i < draft.size(); ++i) {
        TokenId own = 0;
        for (std::size_t t = 0; t < logits.shape(1); ++t) {
            const float logit = logits(i, t);
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
            if (logit >= logits(i, own)) own = t;
        }
        tokens.push_back(own);
        if (draft[i] != own) break;
    }
    return tokens;
}

}  // namespace tiny_llm
