#include "top_k.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

namespace tiny_llm {

// ---- above-v-unguarded

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const float smallest = sorted[k - 1];
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

// ---- cut-to-bits-32

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    const int n = k, V = logits.size();
    if (n == 0 || n >= V) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::nth_element(sorted.begin(), sorted.begin() + n - 1, sorted.end(), std::greater<>());
    const float smallest = sorted[n - 1];
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

// ---- equals-count-once

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    const std::set<float, std::greater<>> sorted(logits.begin(), logits.end());
    const float smallest = k >= sorted.size() ? *sorted.rbegin() : *std::next(sorted.begin(), k - 1);
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

// ---- kth-from-below+removed-as-lowest

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor sorted = logits;
    std::sort(sorted.begin(), sorted.end());
    return xt::where(logits < sorted(k - 1), std::numeric_limits<float>::lowest(), logits);
}

// ---- removed-as-zero

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor sorted = logits;
    std::sort(sorted.begin(), sorted.end());
    const float smallest = sorted(logits.size() - k);
    return xt::where(logits < smallest, std::numeric_limits<float>::min(), logits);
}

// ---- sorted-returned

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor y = logits;
    std::sort(y.begin(), y.end(), std::greater<>());
    for (std::size_t i = k; i < y.size(); ++i) {
        if (y(i) < y(k - 1)) y(i) = -std::numeric_limits<float>::infinity();
    }
    return y;
}

// ---- ties-cut-by-partial-sort

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    std::partial_sort(
        ids.begin(), ids.begin() + k, ids.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    Tensor y = xt::full_like(logits, -std::numeric_limits<float>::infinity());
    for (std::size_t n = 0; n < k; ++n) y(ids[n]) = logits(ids[n]);
    return y;
}

// ---- zero-unguarded

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k >= logits.size()) return logits;
    Tensor sorted = logits;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const float smallest = sorted(k - 1);
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

// ---- nth-element-at-k

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("top_k: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (k == 0 || k >= logits.size()) return logits;
    Tensor sorted = logits;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(k), sorted.end(), std::greater<>());
    const float smallest = sorted(k - 1);
    return xt::where(logits < smallest, -std::numeric_limits<float>::infinity(), logits);
}

}  // namespace tiny_llm
