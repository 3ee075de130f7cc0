#pragma once
// An exp and a reciprocal of one's own, as people get them wrong; in float, as they write them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "grader/plain.hpp"

MISTAKE(exp_clamped_early,
    "The argument of exp is clamped to +-10. That is too early: at x = -12 SiLU is still -7e-5, yours is -5e-4. float32 holds exp from about -87 to 87, clamp there.",
    "exp 的自变量被限制在 ±10 以内，太早了：x = −12 处 SiLU 还有 −7e-5，你的是 −5e-4。float32 大约能容纳 exp(−87) 到 exp(87)，到那里再限制。");
MISTAKE(exponent_wraps,
    "2^n is made in the exponent's bits, and n is too large for them: beyond +-87 they wrap around, and what comes out has nothing to do with exp. Clamp x to +-87 first.",
    "2^n 是在指数位上拼出来的，但 n 太大，指数位装不下：超出 ±87 时会绕回来，结果与 exp 毫无关系。先把 x 限制在 ±87 以内。");
MISTAKE(no_range_reduction,
    "exp is a polynomial of x itself, good near zero and nowhere else. Reduce the range first: x = n ln 2 + r, the polynomial of the small r, then times 2^n. fast_exp does that.",
    "exp 直接用 x 的多项式来算，只在零附近准确。先做区间归约：x = n ln 2 + r，对很小的 r 算多项式，再乘以 2^n。fast_exp 就是这样做的。");
MISTAKE(polynomial_too_short,
    "The polynomial of exp stops at r^3 / 6: at |r| = 0.35 it is off by 6e-4, and SiLU with it. Add terms until the error is below float32's own, r^6 at least if the coefficients are Taylor's, or call fast_exp.",
    "exp 的多项式只到 r^3 / 6：|r| = 0.35 时误差有 6e-4，SiLU 也跟着错。再加几项，直到误差小于 float32 本身的精度；用泰勒系数至少要到 r^6，或者直接调用 fast_exp。");
MISTAKE(range_cut_not_rounded,
    "n is x / ln 2 cut off instead of rounded, so r reaches 0.69 instead of 0.35, where the polynomial is off by 1e-3. Round to the nearest: std::nearbyint, or adding and subtracting 1.5 * 2^23.",
    "n 是把 x / ln 2 截掉小数得到的，没有舍入到最近的整数，于是 r 最大到 0.69 而不是 0.35，多项式在那里误差有 1e-3。应舍入到最近：std::nearbyint，或者先加再减 1.5 * 2^23。");
MISTAKE(reciprocal_one_step,
    "The reciprocal stops after one step of Newton's method: it is up to 1.4 % off. Each step squares the error: from a guess by the bits it takes three, from rcpps one. Or divide: beside the polynomial of exp a division costs next to nothing.",
    "倒数只做了一步牛顿迭代，误差可达 1.4 %。每一步都会把误差平方：从位技巧的初值出发要三步，从 rcpps 出发要一步。或者直接用除法：它与 exp 的多项式同时进行，几乎没有额外代价。");

FAMILY(power_for_exp,
    "exp(x) is taken to be (1 + x / n)^n with n = {}. That is exp only as n goes to infinity: with this n the relative error is about x² / 2n, which is much where x is not small. Call fast_exp, or std::exp.",
    "exp(x) 用了 (1 + x / n)^n，n = {}。n 趋于无穷时它才是 exp，n 只有这么大时相对误差约为 x² / 2n，x 稍大就很可观。请用 fast_exp 或 std::exp。",
    256, 1024);

namespace own_exp {

using grader::Real;

/// p · 2^n, by adding n to the exponent's bits.
inline float scaled(float p, int n) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (static_cast<std::uint32_t>(n) << 23));
}

inline Real clamped_early(Real x) { return std::exp(std::clamp<Real>(x, -10, 10)); }

/// Not clamped at all. Some add n to the bits of p, some make 2^n of them and multiply: the two need not agree.
inline Real wrapping(Real argument) {
    const auto x = static_cast<float>(argument);
    const float n = std::nearbyint(x * 1.44269504f), p = std::exp(x - n * 0.693147181f);
    const float added = scaled(p, static_cast<int>(n)), times = p * scaled(1.0f, static_cast<int>(n));
    return added == times ? added : grader::anything();
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

/// By squaring again and again.
inline Real by_powers(Real argument) {
    const auto n = static_cast<float>(power_for_exp.number());
    float power = 1.0f + static_cast<float>(argument) / n;
    for (float k = 1; k < n; k *= 2) power *= power;
    return power;
}

/// One step of Newton's method.
inline Real reciprocal_of_one_step(Real argument) {
    const auto d = static_cast<float>(argument);
    const float r = std::bit_cast<float>(0x7EF311C7u - std::bit_cast<std::uint32_t>(d));
    return r * (2.0f - d * r);
}

/// The one that is made, in the place of the twin's.
inline void take_place(grader::Fast& fast) {
    if (exp_clamped_early) fast.exp = clamped_early;
    if (exponent_wraps) fast.exp = wrapping;
    if (no_range_reduction) fast.exp = of_large_numbers;
    if (power_for_exp) fast.exp = by_powers;
    if (polynomial_too_short) fast.exp = of_three_terms;
    if (range_cut_not_rounded) fast.exp = cut_not_rounded;
    if (reciprocal_one_step) fast.reciprocal = reciprocal_of_one_step;
}

}  // namespace own_exp
