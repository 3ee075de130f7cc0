#include "temperature.hpp"

namespace tiny_llm {

// ---- hidden-become-lowest

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(t > 0) || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    return xt::maximum(logits / t, std::numeric_limits<float>::lowest());
}

// ---- logits-edited

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(t > 0) || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    return const_cast<Tensor&>(logits) /= t;
}

// ---- multiplied+only-zero-refused

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (t == 0 || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    return logits * t;
}

// ---- nan-accepted

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (t <= 0 || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    return logits / t;
}

// ---- only-zero-refused

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (t == 0 || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    return logits / t;
}

// ---- softmax-without-maximum

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    if (!(t > 0) || std::isinf(t)) {
        throw std::invalid_argument("temperature: t is " + std::to_string(t) + ", expected a number above 0");
    }
    const Tensor powers = xt::exp(logits / t);
    return powers / xt::sum(powers)();
}

// ---- t-unchecked

Tensor temperature(const Tensor& logits, float t) {
    if (logits.dimension() != 1 || logits.size() == 0) {
        throw std::invalid_argument("temperature: logits are " + shape_string(logits) + ", expected (V,)");
    }
    return logits / t;
}

}  // namespace tiny_llm
