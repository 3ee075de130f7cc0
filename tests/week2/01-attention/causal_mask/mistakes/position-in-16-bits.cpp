#include "causal_mask.hpp"

#include <cmath>
#include <cstdint>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        const std::uint16_t last = i + keys - queries;
        for (std::size_t j = 0; j < keys; ++j) {
            const std::uint16_t position = j;
            if (position > last) mask(i, j) = -INFINITY;
        }
    }
    return mask;
}

}  // namespace tiny_llm
