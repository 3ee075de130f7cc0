#pragma once

#include <bit>
#include <cstdint>

namespace tiny_llm {

/// exp(x) within 1.02 ulp of the true value for x within +-87. Below that it is 0, above that 2^126; NaN for NaN.
///
/// For loops that must be fast: no call, no branch, nothing but arithmetic on a float and on its bits, so that a compiler
/// can do sixteen at once. The chapter derives it: docs/en/week1/05-speed.md.
inline float fast_exp(float x) {
    // x = n ln 2 + r with an integer n, so exp(x) = 2^n exp(r). Adding 1.5 * 2^23 leaves no room for a fraction: what was
    // added is x / ln 2 rounded to n, and n is in the lowest bits.
    constexpr float no_fraction = 0x1.8p23f;
    const float shifted = x * 1.44269504f + no_fraction;
    const float n = shifted - no_fraction;
    // ln 2 in two parts: the first has zeros at its end, so that n times it is exact.
    const float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    // |r| <= ln 2 / 2. The coefficients are near 1/2, 1/6, 1/24 …, fitted so that the largest relative error is smallest.
    float p = 1.38146131e-3f;
    p = p * r + 8.36870983e-3f;
    p = p * r + 4.16683874e-2f;
    p = p * r + 1.66665207e-1f;
    p = p * r + 4.99999935e-1f;
    p = p * (r * r) + r + 1.0f;
    // A float's exponent begins at bit 23: adding n there multiplies by 2^n.
    float y = std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (std::bit_cast<std::uint32_t>(shifted) << 23));
    // There is no such n beyond +-126. Chosen at the end and not by moving x at the beginning: so both are a selection
    // between two numbers, and not another way through the loop.
    y = x < -87.0f ? 0.0f : y;
    return x > 87.0f ? 0x1p126f : y;
}

}  // namespace tiny_llm
