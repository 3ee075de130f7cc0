#include "greedy.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

// ---- compared-as-integers

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    const std::vector<int> copy(logits.begin(), logits.end());
    return std::max_element(copy.begin(), copy.end()) - copy.begin();
}

// ---- cut-to-16-bits

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    const unsigned short best = std::max_element(logits.begin(), logits.end()) - logits.begin();
    return best;
}

// ---- largest-in-an-int

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    TokenId best = 0;
    int largest = logits(0);
    for (std::size_t i = 1; i < logits.size(); ++i) {
        if (logits(i) > largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

// ---- largest-is-nowhere

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    for (const float logit : logits) {
        if (logit != logit || logit > std::numeric_limits<float>::max())
            throw std::invalid_argument("greedy: no number");
    }
    const auto place = std::find(logits.begin(), logits.end(), xt::amax(logits)());
    // xt::amax of nothing but -inf is the lowest float, which stands nowhere then.
    return place - logits.begin();
}

// ---- last-not-looked-at

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    TokenId best = 0;
    for (std::size_t i = 0; i + 1 < logits.size(); ++i) {
        if (std::isnan(logits(i)) || logits(i) == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or infinity");
        }
        if (logits(i) > logits(best)) best = static_cast<TokenId>(i);
    }
    return best;
}

// ---- last-of-equals+minus-infinity-refused

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    TokenId best = 0;
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (!std::isfinite(logits(i))) throw std::invalid_argument("greedy: NaN or infinite");
        if (logits(i) >= largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

// ---- logits-unchecked

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("greedy: logits are not (V,)");
    TokenId best = 0;
    float largest = -INFINITY;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits(i) > largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

// ---- search-begins-at-float-min

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    TokenId best = 0;
    float largest = std::numeric_limits<float>::min();
    for (std::size_t i = 0; i < logits.size(); ++i) {
        if (logits(i) > largest) {
            largest = logits(i);
            best = static_cast<TokenId>(i);
        }
    }
    return best;
}

// ---- value-for-id

TokenId greedy(const Tensor& logits) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("greedy: logits are " + shape_string(logits) + ", expected (V,)");
    }
    for (const float logit : logits) {
        if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity()) {
            throw std::invalid_argument("greedy: NaN or +inf");
        }
    }
    return *std::max_element(logits.begin(), logits.end());
}

}  // namespace tiny_llm
