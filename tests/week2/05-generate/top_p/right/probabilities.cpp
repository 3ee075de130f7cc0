#include "top_p.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    const Tensor powers = xt::exp(logits - *std::max_element(logits.begin(), logits.end()));
    const Tensor probabilities = powers / xt::sum(powers)();
    std::vector<std::pair<float, std::size_t>> likeliest;
    for (std::size_t i = 0; i < logits.size(); ++i) likeliest.emplace_back(-probabilities(i), i);
    std::sort(likeliest.begin(), likeliest.end());
    // Everything goes, and what is kept comes back.
    Tensor y = xt::full_like(logits, -INFINITY);
    float sum = 0.0f;
    for (const auto& [minus_probability, id] : likeliest) {
        y(id) = logits(id);
        sum -= minus_probability;
        if (sum >= p) break;
    }
    return y;
}

}  // namespace tiny_llm
