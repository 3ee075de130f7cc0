#include "greedy.hpp"

#include <algorithm>

namespace tiny_llm {

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    for (const float logit : logits) {
        if (logit != logit || logit > std::numeric_limits<float>::max())
            throw std::invalid_argument("greedy: no number");
    }
    const auto place = std::find(logits.begin(), logits.end(), xt::amax(logits)());
    // xt::amax of nothing but -inf is the lowest float, which stands nowhere then.
    return place - logits.begin();
}

}  // namespace tiny_llm
