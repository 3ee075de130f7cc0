#include "min_p.hpp"

#include <algorithm>
#include <limits>

namespace tiny_llm {

// ---- largest-subtracted

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    Tensor y = logits;
    y -= xt::amax(logits)();
    return xt::where(y < std::log(p), -std::numeric_limits<float>::infinity(), y);
}

// ---- other-logarithm-2+nan-accepted

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (p < 0 || p > 1) throw std::invalid_argument("min_p: p is not 0 to 1");
    const float least = xt::amax(logits)() + std::log2(p);
    return xt::where(logits < least, -std::numeric_limits<float>::infinity(), logits);
}

// ---- overflows

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    const Tensor probabilities = xt::exp(logits) / xt::sum(xt::exp(logits))();
    const float largest = xt::amax(probabilities)();
    return xt::where(probabilities >= p * largest, logits, -std::numeric_limits<float>::infinity());
}

// ---- p-itself

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    Tensor probabilities = xt::exp(logits - xt::amax(logits)());
    probabilities /= xt::eval(xt::sum(probabilities))();
    return xt::where(probabilities >= p, logits, -std::numeric_limits<float>::infinity());
}

// ---- search-begins-at-zero

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    float largest = std::numeric_limits<float>::min();
    for (const float logit : logits) largest = std::max(largest, logit);
    Tensor y = logits;
    for (float& logit : y) {
        if (logit < largest + std::log(p)) logit = -std::numeric_limits<float>::infinity();
    }
    return y;
}

// ---- small-p-raised-1e-10

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    const float least = xt::amax(logits)() + std::log(p + 1e-10f);
    return xt::where(logits < least, -std::numeric_limits<float>::infinity(), logits);
}

// ---- zero-for-removed

Tensor min_p(const Tensor& logits, float p) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("min_p: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(p >= 0 && p <= 1)) {
        throw std::invalid_argument("min_p: p is " + std::to_string(p) + ", expected 0 to 1");
    }
    const float least = xt::amax(logits)() + std::log(p);
    return xt::where(logits < least, std::numeric_limits<float>::min(), logits);
}

}  // namespace tiny_llm
