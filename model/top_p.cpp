#include "week2/05-generate/top_p.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

/// The given top_p of a story. The solution sorts the whole vocabulary, which with 151,936 tokens takes half as long as the model
/// itself; this one sorts those that can be kept.
Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("top_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    if (p == 1) return logits;
    const float* from = logits.data();
    const std::size_t size = logits.size();
    const double largest = *std::max_element(from, from + size);
    std::vector<double> power(size);
    for (std::size_t i = 0; i < size; ++i) power[i] = std::exp(from[i] - largest);
    const double total = std::accumulate(power.begin(), power.end(), 0.0);

    // All that are smaller than this have less than 1 - p together, so they come after those that reach p. Half of it, for rounding.
    const double least = (1 - static_cast<double>(p)) * total / static_cast<double>(size) / 2;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < size; ++i) {
        if (power[i] >= least) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return from[a] > from[b]; });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    double sum = 0;
    for (std::size_t n = 0; n < order.size() && (n == 0 || sum < p * total); ++n) {
        y(order[n]) = from[order[n]];
        sum += power[order[n]];
    }
    return y;
}

}  // namespace tiny_llm
