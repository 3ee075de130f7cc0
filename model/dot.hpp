#pragma once

#include <cstddef>

namespace tiny_llm {

/// The sum of sixteen numbers, by halves: one after another, each addition would wait for the one before it.
inline float sum_of_lanes(const float* sums) {
    float halves[8];
    for (std::size_t i = 0; i < 8; ++i) halves[i] = sums[i] + sums[i + 8];
    for (std::size_t i = 0; i < 4; ++i) halves[i] += halves[i + 4];
    return (halves[0] + halves[2]) + (halves[1] + halves[3]);
}

/// The inner product of two float32 rows. Sixteen sums side by side, because a compiler may not reorder one sum into
/// the lanes of a vector register.
inline float dot(const float* a, const float* b, std::size_t count) {
    constexpr std::size_t lanes = 16;
    float sums[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float sum = sum_of_lanes(sums);
    for (; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace tiny_llm
