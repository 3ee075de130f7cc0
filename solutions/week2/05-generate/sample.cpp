#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("sample: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("sample: a logit is " + std::to_string(logit) +
                                        ", there is nothing to choose by");
        }
    }
    if (!(u >= 0 && u < 1)) throw std::invalid_argument("sample: u is " + std::to_string(u) + ", expected 0 <= u < 1");
    // Not xt::amax, which begins with the lowest finite number: of -inf alone it makes that.
    const double largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all logits are -inf, there is nothing to choose by");

    std::vector<double> power(logits.size());
    for (std::size_t i = 0; i < power.size(); ++i) power[i] = std::exp(logits(i) - largest);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = static_cast<TokenId>(i);
        sum += power[i] / total;
        if (sum > u) return last;
    }
    return last;  // rounding has left a little over
}

}  // namespace tiny_llm
