#pragma once
// float16 for functions that make mistakes: they know no xtensor.
#include <algorithm>
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

/// A quantized matrix, as a function that makes mistakes gives it.
struct Blocks {
    std::size_t rows, columns;
    std::vector<std::uint16_t> scales;  // as bits
    std::vector<std::int64_t> values;   // 32 for each

    /// As blocks.hpp looks at one.
    grader::Values looked_at(const grader::Floats& weight) const {
        using grader::Floats, grader::Integers;
        const std::size_t across = columns / 32;
        const auto whole = [](std::size_t number) { return static_cast<std::int64_t>(number); };
        const Integers sizes({3}, std::vector{whole(rows), whole(columns), whole(scales.size())});
        const bool fits = rows == weight.shape[0] && columns == weight.shape[1] && scales.size() == rows * across;
        if (!fits) return {sizes};
        Floats numbers({rows, across}, 0.0f);
        std::transform(scales.begin(), scales.end(), numbers.begin(), float16_value);
        return {sizes, numbers, Integers({rows, columns}, values),
            Integers({rows, across}, {scales.begin(), scales.end()})};
    }
};
