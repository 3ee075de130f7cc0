#include "greedy.hpp"

#include <algorithm>
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
    const std::vector<int> copy(logits.begin(), logits.end());
    return std::max_element(copy.begin(), copy.end()) - copy.begin();
}

}  // namespace tiny_llm
