#include "greedy.hpp"

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    TokenId best = 0;
    float largest = -INFINITY;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits(i) > largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

}  // namespace tiny_llm
