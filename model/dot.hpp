#pragma once

#include <cstddef>

namespace tiny_llm {

/// The inner product of two float32 rows. Sixteen sums side by side, because a compiler may not reorder one sum into
/// the lanes of a vector register.
inline float dot(const float* a, const float* b, std::size_t count) {
    constexpr std::size_t lanes = 16;
    float sums[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    float sum = 0;
    for (; i < count; ++i) sum += a[i] * b[i];
    for (const float lane : sums) sum += lane;
    return sum;
}

}  // namespace tiny_llm
