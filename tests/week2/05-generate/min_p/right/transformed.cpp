#include "min_p.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(std::abs(p - 0.5f) <= 0.5f)) throw std::invalid_argument("min_p: p is not 0 to 1");
    if (p == 0) return logits;
    Tensor y = logits;
    const double distance = -std::log(static_cast<double>(p)), largest = *std::max_element(y.begin(), y.end());
    std::replace_if(
        y.begin(), y.end(), [&](float logit) { return largest - logit > distance; },
        -std::numeric_limits<float>::infinity());
    return y;
}

}  // namespace tiny_llm
