#include "causal_mask.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    // The last row hides none, the one above it one, and so on.
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t hidden = 1; hidden < queries; ++hidden) {
        xt::view(mask, queries - 1 - hidden, xt::range(keys - hidden, keys)) = -std::numeric_limits<float>::infinity();
    }
    return mask;
}

}  // namespace tiny_llm
