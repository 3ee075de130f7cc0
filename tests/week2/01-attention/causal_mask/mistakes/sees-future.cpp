#include "causal_mask.hpp"

#include <limits>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) {
            if (j > i + keys - queries) mask(i, j) = std::numeric_limits<float>::min();
        }
    }
    return mask;
}

}  // namespace tiny_llm
