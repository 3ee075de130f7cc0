#include "causal_mask.hpp"

namespace tiny_llm {

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    // Positions as a column and as a row, compared by broadcasting.
    const BasicTensor<int> rows = xt::arange<int>(0, static_cast<int>(queries));
    const BasicTensor<int> columns = xt::arange<int>(0, static_cast<int>(keys));
    const auto offset = static_cast<int>(keys - queries);
    return xt::where(xt::view(columns, xt::newaxis(), xt::all()) > xt::view(rows, xt::all(), xt::newaxis()) + offset,
        -std::numeric_limits<float>::infinity(), 0.0f);
}

}  // namespace tiny_llm
