#include "min_p.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace tiny_llm {

// ---- powers

// The power of the largest, less itself, is 1: the others are compared with p.
Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.shape(0) < 1) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    float largest = logits(0);
    for (const float logit : logits) largest = std::fmax(largest, logit);
    Tensor y = xt::empty<float>({logits.size()});
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = std::exp(logits(i) - largest) >= p ? logits(i) : -HUGE_VALF;
    return y;
}

// ---- softmax

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(p >= 0) || !(p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    const double top = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power(logits.size());
    for (std::size_t i = 0; i < power.size(); ++i) power[i] = std::exp(logits(i) - top);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    const double largest = *std::max_element(power.begin(), power.end());
    Tensor y = logits;
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i] / total < p * (largest / total)) y(i) = -std::numeric_limits<float>::infinity();
    }
    return y;
}

// ---- sorted

// From the likeliest on until one is not likely enough: all behind it go.
Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(0 <= p && p <= 1)) throw std::invalid_argument("min_p: p is not 0 to 1");
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    const double largest = logits(order[0]);
    const auto unlikely = std::find_if(order.begin(), order.end(),
        [&](std::size_t i) { return std::exp(static_cast<double>(logits(i)) - largest) < p; });
    Tensor y = logits;
    std::for_each(unlikely, order.end(), [&](std::size_t i) { y(i) = -std::numeric_limits<float>::infinity(); });
    return y;
}

// ---- transformed

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (!(std::abs(p - 0.5f) <= 0.5f)) throw std::invalid_argument("min_p: p is not 0 to 1");
    if (p == 0) return logits;
    Tensor y = logits;
    const double distance = -std::log(static_cast<double>(p)), largest = *std::max_element(y.begin(), y.end());
    std::replace_if(
        y.begin(), y.end(), [&](float logit) { return largest - logit > distance; },
        -std::numeric_limits<float>::infinity());
    return y;
}

// ---- xtensor

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("min_p: logits are not (V,)");
    if (std::isnan(p) || p < 0 || p > 1) throw std::invalid_argument("min_p: p is not 0 to 1");
    const float largest = xt::amax(logits)();
    const Tensor power = xt::exp(logits - largest);
    const float total = xt::sum(power)();
    const Tensor probability = power / total;
    const float least = p * xt::amax(probability)();
    return xt::where(probability >= least, logits, -std::numeric_limits<float>::infinity());
}

}  // namespace tiny_llm
