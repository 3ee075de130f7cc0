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
    Tensor probabilities = xt::exp(logits - xt::amax(logits)());
    probabilities /= xt::eval(xt::sum(probabilities))();
    return xt::where(probabilities >= p, logits, -std::numeric_limits<float>::infinity());
}

}  // namespace tiny_llm
