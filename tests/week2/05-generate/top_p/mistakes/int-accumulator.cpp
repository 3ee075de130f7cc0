#include "top_p.hpp"

#include <algorithm>
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
    const float largest = *std::max_element(logits.begin(), logits.end());
    std::vector<double> power;
    for (const float logit : logits) power.push_back(std::exp(double(logit) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    double sum = 0;
    for (const std::size_t id : order) {
        y(id) = logits(id);
        sum += power[id] / total;
        if (sum >= p) break;
    }
    return y;
}

}  // namespace tiny_llm
