#include "sample.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

// ---- binary-search

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    std::vector<double> sums(logits.size());
    double sum = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = sum += std::exp(static_cast<double>(logits(i)) - largest);
    // u times the sum is below the sum, so that there is one above it.
    return std::upper_bound(sums.begin(), sums.end(), u * sum) - sums.begin();
}

// ---- float-powers

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    const Tensor power = xt::exp(logits - largest);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    double sum = 0;
    std::size_t i = 0;
    while (i < power.size() && !(sum + power(i) > u * total)) sum += power(i++);
    if (i < power.size()) return static_cast<TokenId>(i);
    while (power(--i) == 0) {
    }
    return static_cast<TokenId>(i);
}

// ---- halves

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

// ---- what-is-left

// What is left of u after each token's share: below 0 it was that token's.
TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    if (std::isnan(u) || u < 0 || u >= 1) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    for (const float logit : logits) {
        if (!(logit < std::numeric_limits<float>::infinity())) throw std::invalid_argument("sample: NaN or +inf");
    }
    const float largest = *std::max_element(logits.begin(), logits.end());
    if (std::isinf(largest)) throw std::invalid_argument("sample: all are -inf");
    double total = 0, left = u;
    for (const float logit : logits) total += std::exp(static_cast<double>(logit) - largest);
    for (std::size_t i = 0; i < logits.size(); ++i) {
        left -= std::exp(static_cast<double>(logits(i)) - largest) / total;
        if (left < 0) return static_cast<TokenId>(i);
    }
    TokenId last = static_cast<TokenId>(logits.size()) - 1;
    while (std::isinf(logits(last))) --last;
    return last;
}

// ---- xtensor

TokenId sample(const Tensor& logits, double u) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("sample: logits are not (V,)");
    const float inf = std::numeric_limits<float>::infinity();
    if (xt::any(xt::isnan(logits)) || xt::any(xt::equal(logits, inf)) || xt::all(xt::equal(logits, -inf))) {
        throw std::invalid_argument("sample: nothing to choose by");
    }
    if (!(u >= 0) || !(u < 1)) throw std::invalid_argument("sample: u is not 0 <= u < 1");
    const xt::xarray<double> wide = xt::cast<double>(logits);
    const xt::xarray<double> power = xt::exp(wide - xt::amax(wide)());
    const xt::xarray<double> sums = xt::cumsum(power / xt::sum(power)());
    TokenId token = 0, last = 0;
    for (std::size_t i = 0; i < power.size(); ++i) {
        token += sums(i) <= u;
        if (power(i) > 0) last = static_cast<TokenId>(i);
    }
    return std::min(token, last);
}

}  // namespace tiny_llm
