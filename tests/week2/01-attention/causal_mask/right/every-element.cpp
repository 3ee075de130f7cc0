#include "causal_mask.hpp"

#include <cmath>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::empty<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) mask(i, j) = j + queries <= i + keys ? 0.0f : -INFINITY;
    }
    return mask;
}

}  // namespace tiny_llm
