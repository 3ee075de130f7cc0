#include "min_p.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    float largest = std::numeric_limits<float>::min();
    for (const float logit : logits) largest = std::max(largest, logit);
    Tensor y = logits;
    for (float& logit : y) {
        if (logit < largest + std::log(p)) logit = -std::numeric_limits<float>::infinity();
    }
    return y;
}

}  // namespace tiny_llm
