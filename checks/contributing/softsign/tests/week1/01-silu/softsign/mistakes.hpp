#pragma once
// What people get wrong in softsign, and the function that gets it wrong.
#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(no_abs, "The absolute value is missing: below zero the denominator shrinks, and it is 0 at -1.",
    "少了绝对值：x 为负时分母变小，在 -1 处等于 0。");
MISTAKE(no_one, "The 1 in the denominator is missing: what is left is the sign of x, and NaN at 0.",
    "分母里少了 1：剩下的只是 x 的符号，0 处是 NaN。");
MISTAKE(root, "This is x / sqrt(1 + x²), which is smooth at 0. Softsign has |x| in the denominator.",
    "这是 x / sqrt(1 + x²)，在 0 处是光滑的。softsign 的分母里是 |x|。");
MISTAKE(squared, "The denominator has x² where it should have |x|: large values go to 0.",
    "分母里写成了 x²，应该是 |x|：大的值会趋于 0。");
MISTAKE(tanh_instead, "This is tanh, which comes close to 1 much sooner. Softsign is x / (1 + |x|).",
    "这是 tanh，它趋近 1 快得多。softsign 是 x / (1 + |x|)。");

static Values softsign(Run& run) {
    Floats y = run.floats("x");
    const Real one = no_one ? 0 : 1;
    for (float& value : y) {
        const Real x = value, size = no_abs ? x : squared ? x * x : std::abs(x);
        value = static_cast<float>(tanh_instead ? std::tanh(x) : x / (root ? std::sqrt(one + x * x) : one + size));
    }
    return {y};
}
