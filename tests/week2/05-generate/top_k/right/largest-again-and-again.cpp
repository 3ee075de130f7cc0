#include "top_k.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0 || k >= logits.size()) return logits;
    std::vector<float> rest(logits.begin(), logits.end());
    float smallest = INFINITY;
    for (std::size_t n = 0; n < k; ++n) {
        const auto largest = std::max_element(rest.begin(), rest.end());
        smallest = *largest;
        rest.erase(largest);
    }
    const Tensor hidden = xt::full_like(logits, -INFINITY);
    return xt::where(logits >= smallest, logits, hidden);
}

}  // namespace tiny_llm
