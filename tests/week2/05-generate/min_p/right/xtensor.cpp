#include "min_p.hpp"

#include <limits>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (std::isnan(p) || p < 0 || p > 1) throw std::invalid_argument("min_p: p is not 0 to 1");
    const float largest = xt::amax(logits)();
    const Tensor power = xt::exp(logits - largest);
    const float total = xt::sum(power)();
    const Tensor probability = power / total;
    const float least = p * xt::amax(probability)();
    return xt::where(probability >= least, logits, -std::numeric_limits<float>::infinity());
}

}  // namespace tiny_llm
