#include "causal_mask.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    const auto first_hidden = static_cast<int>(keys - queries) + 1;
    const BasicTensor<bool> ones = xt::ones<bool>({queries, keys});
    const BasicTensor<bool> hidden = xt::triu(ones, first_hidden);
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t k = 0; k < mask.size(); ++k) {
        if (hidden.data()[k]) mask.data()[k] = -std::numeric_limits<float>::infinity();
    }
    return mask;
}

}  // namespace tiny_llm
