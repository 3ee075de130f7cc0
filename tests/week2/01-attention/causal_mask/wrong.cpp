#include "causal_mask.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace tiny_llm {

// ---- aligned-at-the-top-left+hidden-as-minus-1e9

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

// ---- fewer-keys-accepted

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    Tensor mask = xt::full_like(Tensor(xt::zeros<float>({queries, keys})), -INFINITY);
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys && j <= i + keys - queries; ++j) mask(i, j) = 0.0f;
    }
    return mask;
}

// ---- hidden-as-nan

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    const Tensor seen = xt::tril(xt::ones<float>({queries, keys}), static_cast<int>(keys - queries));
    return (1.0f - seen) * -std::numeric_limits<float>::infinity();
}

// ---- position-in-16-bits

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

// ---- sees-future

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) {
            if (j > i + keys - queries) mask(i, j) = std::numeric_limits<float>::min();
        }
    }
    return mask;
}

// ---- transposed

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

// ---- unsigned-difference

Tensor causal_mask(std::size_t queries, std::size_t keys) {
    if (keys < queries) {
        throw std::invalid_argument(
            "causal_mask: " + std::to_string(queries) + " queries, only " + std::to_string(keys) + " keys");
    }
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = 0; j < keys; ++j) {
            if (j - i > keys - queries) mask(i, j) = -std::numeric_limits<float>::infinity();
        }
    }
    return mask;
}

}  // namespace tiny_llm
