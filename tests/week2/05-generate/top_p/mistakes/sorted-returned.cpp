#include "top_p.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    Tensor y = logits;
    std::sort(y.begin(), y.end(), std::greater<>());
    Tensor probabilities = xt::exp(y - y(0));
    probabilities /= xt::eval(xt::sum(probabilities))();
    float sum = 0;
    for (std::size_t n = 0; n < y.size(); ++n) {
        if (n > 0 && sum >= p) y(n) = -std::numeric_limits<float>::infinity();
        sum += probabilities(n);
    }
    return y;
}

}  // namespace tiny_llm
