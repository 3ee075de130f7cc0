#include "temperature.hpp"

namespace tiny_llm {

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(t > 0) || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    const Tensor powers = xt::exp(logits / t);
    return powers / xt::sum(powers)();
}

}  // namespace tiny_llm
