#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

namespace {

/// The token among those from begin to end at which the sum of their powers exceeds target.
std::size_t found(const double* power, std::size_t begin, std::size_t end, double target) {
    if (end - begin == 1) return begin;
    const std::size_t middle = begin + (end - begin) / 2;
    const double left = std::accumulate(power + begin, power + middle, 0.0);
    return left > target ? found(power, begin, middle, target) : found(power, middle, end, target - left);
}

}  // namespace

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    std::vector<double> power;
    std::vector<TokenId> token;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (std::isinf(logits(i))) continue;
        power.push_back(std::exp(static_cast<double>(logits(i)) - largest));
        token.push_back(static_cast<TokenId>(i));
    }
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    return token[found(power.data(), 0, power.size(), u * total)];
}

}  // namespace tiny_llm
