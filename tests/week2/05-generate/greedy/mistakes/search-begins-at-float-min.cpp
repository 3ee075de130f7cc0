#include "greedy.hpp"

#include <limits>

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    TokenId best = 0;
    float largest = std::numeric_limits<float>::min();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits(i) > largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

}  // namespace tiny_llm
