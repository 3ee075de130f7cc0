#include "top_k.hpp"

#include <functional>
#include <iterator>
#include <limits>
#include <set>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    const std::set<float, std::greater<>> sorted(logits.begin(), logits.end());
    const float smallest = k >= sorted.size() ? *sorted.rbegin() : *std::next(sorted.begin(), k - 1);
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

}  // namespace tiny_llm
