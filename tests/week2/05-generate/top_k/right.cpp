#include "top_k.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>

namespace tiny_llm {

// ---- counted-values

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    std::map<float, std::size_t, std::greater<>> times;
    for (const float logit : logits) ++times[logit];
    std::size_t larger = 0;
    float smallest = -INFINITY;
    for (const auto& [logit, how_many] : times) {
        if (larger < k) smallest = logit;
        larger += how_many;
    }
    Tensor y = logits;
    for (float& logit : y) {
        if (k > 0 && logit < smallest) logit = -INFINITY;
    }
    return y;
}

// ---- heap

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    // The k largest so far, the smallest of them on top.
    std::priority_queue<float, std::vector<float>, std::greater<>> largest;
    for (const float logit : logits) {
        largest.push(logit);
        if (largest.size() > k) largest.pop();
    }
    if (largest.empty()) return logits;  // k is 0
    Tensor y = xt::full_like(logits, -INFINITY);
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (logits(i) >= largest.top()) y(i) = logits(i);
    }
    return y;
}

// ---- how-many-are-larger

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    Tensor y = logits;
    if (k == 0) return y;
    // A logit stays where fewer than k are larger.
    for (std::size_t i = 0; i < y.size(); ++i) {
        const float mine = logits(i);
        const auto larger = std::count_if(logits.begin(), logits.end(), [mine](float other) { return other > mine; });
        if (static_cast<std::size_t>(larger) >= k) y(i) = -INFINITY;
    }
    return y;
}

// ---- ids-partly-sorted

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0 || k > logits.size()) return logits;
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(k);
    const auto larger = [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); };
    std::partial_sort(ids.begin(), middle, ids.end(), larger);
    const float smallest = logits(ids[k - 1]);
    Tensor y = logits;
    std::for_each(middle, ids.end(), [&](std::size_t id) { y(id) = y(id) == smallest ? smallest : -INFINITY; });
    return y;
}

// ---- largest-again-and-again

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0 || k >= logits.size()) return logits;
    std::vector<float> rest(logits.begin(), logits.end());
    float smallest = INFINITY;
    for (std::size_t n = 0; n < k; ++n) {
        const auto largest = std::max_element(rest.begin(), rest.end());
        smallest = *largest;
        rest.erase(largest);
    }
    const Tensor hidden = xt::full_like(logits, -INFINITY);
    return xt::where(logits >= smallest, logits, hidden);
}

// ---- sorted-copy

Tensor top_k(const Tensor& logits, std::size_t k) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("top_k: logits are not (V,)");
    if (k == 0) return logits;
    std::vector<float> sorted(logits.begin(), logits.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const float smallest = sorted[std::min(k, sorted.size()) - 1];
    Tensor y = logits;
    for (float& logit : y) {
        if (logit < smallest) logit = -INFINITY;
    }
    return y;
}

}  // namespace tiny_llm
