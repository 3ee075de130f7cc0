#include "top_k.hpp"

#include <functional>
#include <map>

namespace tiny_llm {

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    std::map<float, std::size_t, std::greater<>> times;
    for (const float logit : logits) ++times[logit];
    std::size_t larger = 0;
    float smallest = -INFINITY;
    for (const auto& [logit, how_many] : times) {
        if (larger < k) smallest = logit;
        larger += how_many;
    }
    Tensor y = logits;
    for (float& logit : y) {
        if (k > 0 && logit < smallest) logit = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
