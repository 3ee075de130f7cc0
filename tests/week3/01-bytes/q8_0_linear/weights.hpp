#pragma once
// Rows in blocks of 32, for those who judge q8_0_linear: without xtensor, and not by the learner's quantize_q8_0.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace q8_0 {

struct Rows {
    std::vector<float> scales;         // each a float16
    std::vector<std::int64_t> values;  // 32 for each of them
};

/// Rounded to so many bits of precision, ties to even: 11 with the range of float16, or 8 with that of a float.
inline float rounded(float value, int bits) {
    if (value == 0 || !std::isfinite(value)) return value;
    const double step = std::ldexp(1.0, std::max(std::ilogb(value), bits == 11 ? -14 : -126) - (bits - 1));
    const auto nearest = static_cast<float>(std::nearbyint(value / step) * step);
    return bits == 11 && std::abs(nearest) > 65504 ? std::copysign(HUGE_VALF, value) : nearest;
}

inline Rows of_floats(const float* x, std::size_t size) {
    Rows rows;
    for (std::size_t begin = 0; begin < size; begin += 32) {
        float largest = 0;
        for (std::size_t i = begin; i < begin + 32; ++i) largest = std::max(largest, std::abs(x[i]));
        const float d = largest / 127, inverse = std::isinf(1 / d) ? 0 : 1 / d;
        rows.scales.push_back(rounded(d, 11));
        for (std::size_t i = begin; i < begin + 32; ++i)
            rows.values.push_back(static_cast<std::int64_t>(std::round(x[i] * inverse)));
    }
    return rows;
}

}  // namespace q8_0
