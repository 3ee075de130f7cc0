#include "top_p.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor top_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_p: logits are not (V,)");
    if (!(p >= 0 && p <= 1)) throw std::invalid_argument("top_p: p is not 0 to 1");
    if (p == 1) return logits;
    Tensor rest = logits, y = xt::full_like(logits, -INFINITY);
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0.0, sum = 0.0;
    for (const float logit : logits) total += std::exp(logit - largest);
    do {
        const auto next = std::max_element(rest.begin(), rest.end());
        sum += std::exp(*next - largest);
        *(y.begin() + (next - rest.begin())) = *next;
        *next = -INFINITY;
    } while (sum < p * total);
    return y;
}

}  // namespace tiny_llm
