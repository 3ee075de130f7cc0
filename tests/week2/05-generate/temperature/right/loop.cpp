#include "temperature.hpp"

namespace tiny_llm {

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    Tensor y = logits;
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = logits(i) / t;
    return y;
}

}  // namespace tiny_llm
