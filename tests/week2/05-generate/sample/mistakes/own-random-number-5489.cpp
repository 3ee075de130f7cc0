#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

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
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(logit - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    std::mt19937 random;
    u = std::uniform_real_distribution<>(0, 1)(random);
    double sum = 0;
    TokenId last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] == 0) continue;
        last = i;
        sum += power[i] / total;
        if (sum > u) break;
    }
    return last;
}

}  // namespace tiny_llm
