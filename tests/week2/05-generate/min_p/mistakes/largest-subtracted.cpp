#include "min_p.hpp"

#include <limits>

namespace tiny_llm {

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    Tensor y = logits;
    y -= xt::amax(logits)();
    return xt::where(y < std::log(p), -std::numeric_limits<float>::infinity(), y);
}

}  // namespace tiny_llm
