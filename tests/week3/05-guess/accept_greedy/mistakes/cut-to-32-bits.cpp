#include "accept_greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits));
    }
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const Tensor row = xt::view(logits, i, xt::all());
        for (const float logit : row) {
            if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
                throw std::invalid_argument("NaN");
        }
        const int own = std::max_element(row.begin(), row.end()) - row.begin();
        tokens.push_back(own);
        if (i == draft.size()) break;
        const int guess = draft[i];
        if (guess != own) break;
    }
    return tokens;
}

}  // namespace tiny_llm
