#include "top_k.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor sorted = logits;
    std::sort(sorted.begin(), sorted.end());
    const float smallest = sorted(logits.size() - k);
    return xt::where(logits < smallest, std::numeric_limits<float>::min(), logits);
}

}  // namespace tiny_llm
