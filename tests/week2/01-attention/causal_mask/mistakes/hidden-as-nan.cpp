#include "causal_mask.hpp"

#include <limits>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    const Tensor seen = xt::tril(xt::ones<float>({queries, keys}), static_cast<int>(keys - queries));
    return (1.0f - seen) * -std::numeric_limits<float>::infinity();
}

}  // namespace tiny_llm
