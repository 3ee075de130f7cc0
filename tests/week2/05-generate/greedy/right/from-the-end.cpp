#include "greedy.hpp"

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    // From behind each equal one takes the place of the one before, until the lowest id has it.
    TokenId best = -1;
    float largest = -INFINITY;
    for (std::size_t i = logits.size(); i-- > 0;) {
        const float logit = logits.data()[i];
        if (std::isnan(logit) || std::isinf(std::max(logit, 0.0f))) throw std::invalid_argument("greedy: NaN or +inf");
        if (logit >= largest) {
            largest = logit;
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

}  // namespace tiny_llm
