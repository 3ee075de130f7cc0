#include "min_p.hpp"

#include <cmath>

namespace tiny_llm {

// The power of the largest, less itself, is 1: the others are compared with p.
Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.shape(0) < 1) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    float largest = logits(0);
    for (const float logit : logits) largest = std::fmax(largest, logit);
    Tensor y = xt::empty<float>({logits.size()});
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = std::exp(logits(i) - largest) >= p ? logits(i) : -HUGE_VALF;
    return y;
}

}  // namespace tiny_llm
