#include "temperature.hpp"

#include <algorithm>

namespace tiny_llm {

// ---- by-the-reciprocal

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    // Its rounding is smaller than float32's where it is a double.
    return xt::cast<float>(xt::cast<double>(logits) * (1.0 / t));
}

// ---- copy-divided

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    Tensor y = logits;
    y /= t;
    return y;
}

// ---- loop

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    Tensor y = logits;
    for (std::size_t i = 0; i < y.size(); ++i) y(i) = logits(i) / t;
    return y;
}

// ---- tensor-of-t

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    const Tensor divisor = xt::full_like(logits, t);
    return logits / divisor;
}

// ---- transformed

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) throw std::invalid_argument("temperature: logits are not (V,)");
    if (!(t > 0 && t < INFINITY)) throw std::invalid_argument("temperature: t is no number above 0");
    Tensor y = xt::empty<float>({logits.size()});
    std::transform(logits.begin(), logits.end(), y.begin(), [t](float logit) { return logit / t; });
    return y;
}

}  // namespace tiny_llm
