#include "temperature.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    Tensor y = xt::empty<float>({logits.size()});
    std::transform(logits.begin(), logits.end(), y.begin(), [t](float logit) { return logit / t; });
    return y;
}

}  // namespace tiny_llm
