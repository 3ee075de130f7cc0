#include "greedy.hpp"

#include <limits>

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    TokenId best = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (!std::isfinite(logits(i))) throw std::invalid_argument("greedy: NaN or infinite");
        if (logits(i) >= largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

}  // namespace tiny_llm
