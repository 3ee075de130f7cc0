#include "min_p.hpp"

#include <limits>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (p < 0 || p > 1) throw std::invalid_argument("min_p: p is not 0 to 1");
    const float least = xt::amax(logits)() + std::log2(p);
    return xt::where(logits < least, -std::numeric_limits<float>::infinity(), logits);
}

}  // namespace tiny_llm
