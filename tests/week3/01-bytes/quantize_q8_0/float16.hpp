#pragma once
// float16 for functions that make mistakes: they know no xtensor.
#include <cmath>
#include <cstdint>

#include "grader/value.hpp"

/// Rounded to nearest, ties to even.
inline std::uint16_t float16_bits(float value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return sign | 0x7E00;
    if (value == 0) return sign;
    const int exponent = std::isinf(value) ? 16 : std::max(std::ilogb(value), -14);
    const double unit = std::ldexp(1.0, exponent - 10), units = std::nearbyint(std::abs(double{value}) / unit);
    const double bits = std::isinf(value) ? 0x7C00 : (exponent + 14) * 1024 + units;
    return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::min(bits, double{0x7C00})));
}

inline float float16_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, rest = bits & 1023;
    const double size = exponent == 31 ? (rest ? NAN : INFINITY)
                        : exponent     ? std::ldexp(1024 + rest, exponent - 25)
                                       : std::ldexp(rest, -24);
    return static_cast<float>(bits & 0x8000 ? -size : size);
}

/// A quantized matrix as blocks.hpp looks at one.
struct Blocks {
    std::size_t rows, columns;
    std::vector<std::uint16_t> scales;
    std::vector<std::int64_t> values;  // 32 for each scale

    grader::Values looked_at() const {
        const std::size_t blocks = scales.size();
        const bool fits = columns % 32 == 0 && blocks == rows * (columns / 32);
        using Shape = std::vector<std::size_t>;
        grader::Floats numbers(fits ? Shape{rows, columns / 32} : Shape{blocks}, 0.0f);
        for (std::size_t b = 0; b < blocks; ++b) numbers.values[b] = float16_value(scales[b]);
        grader::Integers sizes({3}, std::int64_t{0});
        sizes.values = {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns),
                        static_cast<std::int64_t>(blocks)};
        return {sizes, numbers, grader::Integers(fits ? Shape{rows, columns} : Shape{blocks, 32}, values),
                grader::Integers(numbers.shape, {scales.begin(), scales.end()})};
    }
};
