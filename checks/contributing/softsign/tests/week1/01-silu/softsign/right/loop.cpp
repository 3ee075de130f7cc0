#include "softsign.hpp"

namespace tiny_llm {

Tensor softsign(const Tensor& x) {
    Tensor y = x;
    for (float& value : y) value /= 1.0f + std::abs(value);
    return y;
}

}  // namespace tiny_llm
