#include "greedy.hpp"

#include <algorithm>
#include <numeric>

// tensor.hpp leaves it out: sorting takes long to compile, and few need it.
#if __has_include(<xtensor/misc/xsort.hpp>)
#include <xtensor/misc/xsort.hpp>
#else
#include <xtensor/xsort.hpp>
#endif

namespace tiny_llm {

// ---- argmax

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    // Nothing compares with NaN, so that all are below infinity only where none is NaN.
    const bool all_below = xt::all(logits < INFINITY);
    if (!all_below) throw std::invalid_argument("greedy: NaN or +inf");
    return static_cast<TokenId>(xt::argmax(logits)());
}

// ---- from-the-end

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    // From behind each equal one takes the place of the one before, until the lowest id has it.
    TokenId best = -1;
    float largest = -INFINITY;
    for (std::size_t i = logits.size(); i-- > 0;) {
        const float logit = logits.data()[i];
        if (std::isnan(logit) || std::isinf(std::max(logit, 0.0f))) throw std::invalid_argument("greedy: NaN or +inf");
        if (logit >= largest) {
            largest = logit;
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

// ---- halves

/// The first of the largest among `count` logits, of which there is one at least.
static const float* largest(const float* logits, std::size_t count) {
    if (count == 1) return logits;
    const float* left = largest(logits, count / 2);
    const float* right = largest(logits + count / 2, count - count / 2);
    return *right > *left ? right : left;
}

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    for (const float logit : logits) {
        if (!(logit < INFINITY)) throw std::invalid_argument("greedy: NaN or +inf");
    }
    return largest(logits.data(), logits.size()) - logits.data();
}

// ---- loop

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    TokenId best = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (std::isnan(logits(i)) || logits(i) == INFINITY) throw std::invalid_argument("greedy: NaN or +inf");
        if (logits(i) > logits(static_cast<std::size_t>(best))) best = static_cast<TokenId>(i);
    }
    return best;
}

// ---- sorted-ids

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    if (!std::all_of(logits.begin(), logits.end(), [](float logit) { return logit < INFINITY; })) {
        throw std::invalid_argument("greedy: NaN or +inf");
    }
    std::vector<std::size_t> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    std::stable_sort(ids.begin(), ids.end(), [&](std::size_t a, std::size_t b) { return logits(a) > logits(b); });
    return static_cast<TokenId>(ids.front());
}

// ---- value-then-place

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    for (const float logit : logits) {
        if (logit != logit || logit > std::numeric_limits<float>::max())
            throw std::invalid_argument("greedy: no number");
    }
    const auto place = std::find(logits.begin(), logits.end(), xt::amax(logits)());
    // xt::amax of nothing but -inf is the lowest float, which stands nowhere then.
    return place == logits.end() ? 0 : place - logits.begin();
}

}  // namespace tiny_llm
