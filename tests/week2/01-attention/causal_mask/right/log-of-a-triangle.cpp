#include "causal_mask.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    // log(1) = 0, log(0) = -inf
    Tensor seen = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j <= i + (keys - queries); ++j) seen(i, j) = 1.0f;
    }
    return xt::log(seen);
}

}  // namespace tiny_llm
