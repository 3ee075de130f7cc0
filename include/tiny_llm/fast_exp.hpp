#pragma once

#include <bit>
#include <cstdint>

namespace tiny_llm {

// Two functions for loops that must be fast: no call, no branch, nothing but arithmetic on floats and on their bits, so
// that a compiler can do sixteen of them at once. How they work, and how far off they are: docs/en/week1/05-speed.md.

/// exp(x) within 1 ulp of the true value for x within +-87; beyond, exp(-87) or exp(87). NaN for NaN.
inline float fast_exp(float x) {
    x = x < -87.0f ? -87.0f : x;  // not std::clamp: a NaN must come through, and both must become a blend
    x = x > 87.0f ? 87.0f : x;
    // x = n ln 2 + r with an integer n, so exp(x) = 2^n exp(r). Adding 1.5 * 2^23 leaves no room for a fraction: what was
    // added is x / ln 2 rounded to n, and n stands in the lowest bits.
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
    // A float's exponent stands from bit 23 on: adding n there multiplies by 2^n.
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (std::bit_cast<std::uint32_t>(shifted) << 23));
}

/// 1 / d for d from 2^-125 to 2^126, within 2 ulp. A division keeps the divider busy for as long as all the rest of SiLU
/// takes; three steps of Newton's method cost six multiplications and additions.
inline float fast_reciprocal(float d) {
    // Subtracting the bits negates the exponent, and is within 12 % for the fraction.
    float r = std::bit_cast<float>(0x7EF311C7u - std::bit_cast<std::uint32_t>(d));
    r = r * (2.0f - d * r);  // squares the error: 12 %, 1.4 %, 0.02 %, 4e-8
    r = r * (2.0f - d * r);
    r = r * (2.0f - d * r);
    return r;
}

}  // namespace tiny_llm
