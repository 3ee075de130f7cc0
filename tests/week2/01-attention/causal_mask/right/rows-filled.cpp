#include "causal_mask.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::empty<float>({queries, keys});
    mask.fill(-std::numeric_limits<float>::infinity());
    std::size_t visible = keys - queries;
    for (float* row = mask.data(); row != mask.data() + mask.size(); row += keys) std::fill_n(row, ++visible, 0.0f);
    return mask;
}

}  // namespace tiny_llm
