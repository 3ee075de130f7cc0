#include "causal_mask.hpp"

#include <cmath>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    const auto offset = static_cast<int>(keys) - static_cast<int>(queries);
    const BasicTensor<bool> hidden = xt::triu(xt::ones<bool>({queries, keys}), offset + 1);
    const Tensor mask = xt::where(hidden, -INFINITY, 0.0f);
    return xt::transpose(mask);
}

}  // namespace tiny_llm
