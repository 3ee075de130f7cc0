#include "top_p.hpp"

#include <functional>
#include <map>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    // Equal logits together: how many of each value are kept, then these, from the lowest id on.
    std::map<float, std::size_t, std::greater<>> times, kept;
    for (const float logit : logits) ++times[logit];
    const double largest = times.begin()->first;
    double total = 0.0, sum = 0.0;
    for (const auto& [logit, how_many] : times) total += static_cast<double>(how_many) * std::exp(logit - largest);
    kept[times.begin()->first] = 1;
    for (const auto& [logit, how_many] : times) {
        for (std::size_t n = 0; n < how_many && sum < p * total; ++n) {
            sum += std::exp(logit - largest);
            kept[logit] = n + 1;
        }
    }
    Tensor y = logits;
    for (float& logit : y) {
        if (kept[logit] > 0) --kept[logit];
        else logit = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
