#include "sample.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is NaN or +inf");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf");
    Tensor probabilities = xt::exp(logits - largest);
    probabilities /= xt::eval(xt::sum(probabilities))();
    float sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (probabilities(i) == 0) continue;
        last = i;
        sum += probabilities(i);
        if (sum > u) break;
    }
    return last;
}

}  // namespace tiny_llm
