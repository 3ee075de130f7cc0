#include "top_k.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0 || k > logits.size()) return logits;
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(k);
    const auto larger = [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); };
    std::partial_sort(ids.begin(), middle, ids.end(), larger);
    const float smallest = logits(ids[k - 1]);
    Tensor y = logits;
    std::for_each(middle, ids.end(), [&](std::size_t id) { y(id) = y(id) == smallest ? smallest : -INFINITY; });
    return y;
}

}  // namespace tiny_llm
