#include "accept_greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Ids accept_greedy(const Ids& draft, const Tensor& logits) {
    if (logits.dimension() != 2 || logits.shape(0) != draft.size() + 1 || logits.shape(1) == 0) {
        throw std::invalid_argument("accept_greedy: logits are " + shape_string(logits) + ", expected (" +
                                    std::to_string(draft.size() + 1) + ", V)");
    }
    const std::size_t V = logits.shape(1);
    Ids tokens;
    for (std::size_t i = 0; i <= draft.size(); ++i) {
        const float *row = logits.data() + i * V, *end = row + V;
        for (const float* logit = row; logit != end; ++logit) {
            if (std::isnan(*logit) || *logit == std::numeric_limits<float>::infinity()) {
                throw std::invalid_argument("accept_greedy: a logit is " + std::to_string(*logit) +
                                            ", there is nothing to choose by");
            }
        }
        tokens.push_back(std::max_element(row, end) - row);
        if (i < draft.size() && tokens.back() != draft[i]) break;
    }
    return tokens;
}

}  // namespace tiny_llm
