#include "causal_mask.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = i + 1; j < keys; ++j) mask(i, j) = -1e9f;
    }
    return mask;
}

}  // namespace tiny_llm
