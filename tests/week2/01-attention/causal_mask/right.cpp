#include "causal_mask.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- every-element

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::empty<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) mask(i, j) = j + queries <= i + keys ? 0.0f : -INFINITY;
    }
    return mask;
}

// ---- from-the-bottom

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

// ---- log-of-a-triangle

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

// ---- ranges-compared

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

// ---- rows-filled

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

// ---- upper-triangle-set

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
