#include "top_k.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    std::partial_sort(
        ids.begin(), ids.begin() + k, ids.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    for (std::size_t n = 0; n < k; ++n) y(ids[n]) = logits(ids[n]);
    return y;
}

}  // namespace tiny_llm
