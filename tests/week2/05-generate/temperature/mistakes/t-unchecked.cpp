#include "temperature.hpp"

namespace tiny_llm {

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    return logits / t;
}

}  // namespace tiny_llm
