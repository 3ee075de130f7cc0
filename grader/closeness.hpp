#pragma once

#include <cstddef>
#include <vector>

#include "grader/value.hpp"

namespace grader {

/// Bits of precision of the low-precision types.
constexpr int float16_bits = 11, bfloat16_bits = 8;

/// `value` rounded to the nearest that a type of so many bits of precision holds, ties to even.
float rounded(float value, int bits);

/// Numbers of the counter-based formula (uniform.hpp), times `scale`.
Floats counted(std::vector<std::size_t> shape, std::uint32_t seed, float scale = 1);

/// How close is close enough. For float32: |yours - expected| <= atol + rtol * |expected|, with the defaults of
/// torch.testing.assert_close. Whole numbers and text are always exact.
struct Tolerance {
    double rtol = 1.3e-6;
    double atol = 1e-5;
    // Low precision: with bits > 0, one unit in the last place of a type of so many bits of precision (bfloat16 8,
    // float16 11) instead, and no more than the share `most_off` of all elements off at all. assert_close's defaults
    // for these types let statistics in bfloat16 pass.
    int bits = 0;
    double most_off = 1;
};

/// What differs between two arrays of one shape, by flat row-major index.
struct Difference {
    std::vector<std::size_t> wrong;       // outside the tolerance, or not finite where the other is
    std::vector<std::size_t> not_finite;  // NaN or infinite in `yours` alone
    std::size_t worst = 0;                // the wrong element that exceeds its allowance by the largest factor
    double worst_allowed = 0;
    std::size_t off = 0;  // not equal, within the tolerance or not
};

Difference compare(const Floats& yours, const Floats& expected, Tolerance tolerance);

/// Of one kind, of one shape, and within the tolerance everywhere.
bool close(const Value& yours, const Value& expected, Tolerance tolerance);

/// How far draws are from a distribution: the number that is drawn too often or too seldom, or that cannot be drawn at all,
/// and how often it should have come. No number where they fit: each within five standard deviations of its mean.
struct Misfit {
    std::int64_t number = -1;
    std::size_t times = 0;
    double expected = 0;
};
Misfit misfit(const Integers& draws, const Floats& probabilities);

}  // namespace grader
