#pragma once
// An exp and a reciprocal of one's own, as people get them wrong; in float, as they write them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace own_exp {

using Real = double;

/// p · 2^n, by adding n to the exponent's bits.
inline float scaled(float p, int n) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(n) << 23));
}

inline Real clamped_early(Real x) { return std::exp(std::clamp<Real>(x, -10, 10)); }

/// Not clamped at all.
inline Real wrapping(Real argument) {
    const auto x = static_cast<float>(argument);
    const float n = std::nearbyint(x * 1.44269504f);
    return scaled(std::exp(x - n * 0.693147181f), static_cast<int>(n));
}

/// The series as it is.
inline Real of_large_numbers(Real argument) {
    const auto x = static_cast<float>(argument);
    float term = 1, sum = 1;
    for (int k = 1; k <= 6; ++k) sum += term *= x / static_cast<float>(k);
    return sum;
}

inline Real of_three_terms(Real argument) {
    const float x = std::clamp(static_cast<float>(argument), -87.0f, 87.0f), n = std::nearbyint(x * 1.44269504f);
    const float r = x - n * 0.693147181f;
    return scaled(1.0f + r + r * r / 2 + r * r * r / 6, static_cast<int>(n));
}

/// n is cut off, and r up to twice as large as the polynomial is for.
inline Real cut_not_rounded(Real argument) {
    const float x = std::clamp(static_cast<float>(argument), -87.0f, 87.0f);
    const int n = static_cast<int>(x * 1.44269504f);
    const float r = x - static_cast<float>(n) * 0.693147181f;
    return scaled(1.0f + r * (1.0f + r * (0.5f + r * (0.166666667f + r * 0.0416666667f))), n);
}

/// One step of Newton's method.
inline Real reciprocal_of_one_step(Real argument) {
    const auto d = static_cast<float>(argument);
    const float r = std::bit_cast<float>(0x7EF311C7u - std::bit_cast<std::uint32_t>(d));
    return r * (2.0f - d * r);
}

}  // namespace own_exp
