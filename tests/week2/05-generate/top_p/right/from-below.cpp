#include "top_p.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    // As Hugging Face goes: from the least likely up, as long as what is left out is at most 1 - p of all.
    std::vector<std::size_t> order(logits.size());
    std::iota(order.rbegin(), order.rend(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits(a) < logits(b); });
    const double largest = logits(order.back());
    std::vector<double> power;
    for (const std::size_t id : order) power.push_back(std::exp(logits(id) - largest));
    const double total = std::accumulate(power.begin(), power.end(), 0.0);
    Tensor y = logits;
    double left_out = 0;
    for (std::size_t n = 0; n + 1 < order.size(); ++n) {
        left_out += power[n];
        if (left_out > (1.0 - p) * total) break;
        y(order[n]) = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
