#pragma once
// What people get wrong in quantize_q8_0, and the function that gets it wrong.
#include "tests/week3/01-bytes/quantize_q8_0/mistakes_of_blocks.hpp"

using grader::Real, grader::Run, grader::Values;

MISTAKE(all_in_double,
    "The values are computed in double. The contract computes d, 1 / d and the product in float32, each rounded, and where the fraction of x / d is close to a half some values come out one higher or lower.",
    "值是用 double 算的。契约要求 d、1 / d 和乘积都用 float32，每一步都舍入；x / d 的小数部分接近 0.5 时，有的值会因此差 1。");
MISTAKE(clamped_to_127_where_1_over_d_is_infinite,
    "Where d is so small that 1 / d is infinite, the values are 127 and -127. There 1 / d counts as 0, and all values are 0.",
    "d 小到 1 / d 为无穷大时，得到的值是 127 和 -127。这时 1 / d 按 0 算，值也都是 0。");
MISTAKE(divided_by_128,
    "d is max |x| / 128, so the largest number becomes 128 or -128. std::int8_t ends at 127: 128 comes out as -128, with the wrong sign. Divide by 127.",
    "d 用的是 max |x| / 128，于是最大的数成了 128 或 -128。std::int8_t 最大是 127，128 会变成 -128，符号反了。应除以 127。");
MISTAKE(divided_by_128_and_clamped,
    "d is max |x| / 128, and 128 is cut off to 127, so that a largest number above 0 is stored too small. Divide by 127.",
    "d 用的是 max |x| / 128，128 又截成了 127：绝对值最大的数为正时，就没有存准。应除以 127。");
FAMILY(divided_by,
    "d is max |x| / {}: values go far beyond 127, and std::int8_t keeps only their last 8 bits. 127 is the largest value.",
    "d 用的是 max |x| / {}：值远远超过 127，std::int8_t 只留下最低的 8 位。最大的值是 127。", 255, 256);
FAMILY(epsilon_added,
    "{} is added to d. A block of zeros needs a case of its own: where 1 / d is infinite, it counts as 0.",
    "给 d 加上了 {}。全零的块要单独处理：1 / d 为无穷大时，按 0 算。", 1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5);
FAMILY(floor_under_the_largest,
    "The largest absolute value is never below {}, so that blocks of smaller numbers lose their digits. Keep it as it is, and let 1 / d count as 0 where it is infinite.",
    "给最大绝对值设了下限 {}，数更小的块就丢了精度。应保持原样；1 / d 为无穷大时才按 0 算。", 1e-8, 1e-6, 1e-5);
FAMILY(floor_under_d,
    "d is never below {}. Blocks of smaller numbers lose their digits: keep d as it is, and let 1 / d count as 0 where it is infinite.",
    "给 d 设了下限 {}，数更小的块就丢了精度。d 应保持原样；1 / d 为无穷大时才按 0 算。", 1e-10, 1e-9, 1e-8, 1e-6, 1e-5);
MISTAKE(floored,
    "Products are rounded down, towards minus infinity. They should go to the nearest whole number: std::round.",
    "乘积一律向下取整了。应舍入到最近的整数：std::round。");
MISTAKE(floor_of_half_a_step_more,
    "Products are rounded as floor(x + 0.5f). Below 0 a half goes up then: -0.5 becomes 0, not -1. And 0.49999997f + 0.5f is 1. Use std::round, which does neither.",
    "乘积是用 floor(x + 0.5f) 舍入的。负数恰好一半时就向上了：-0.5 成了 0，而不是 -1；而 0.49999997f + 0.5f 等于 1。请用 std::round，它没有这两个问题。");
MISTAKE(half_added_in_float,
    "A half is added in float, and 0.49999997 + 0.5 is 1 there, although 0.49999997 is below a half. Use std::round.",
    "加 0.5 是用 float 算的，而 0.49999997 + 0.5 在 float 里等于 1，可 0.49999997 还不到一半。请用 std::round。");
MISTAKE(halves_to_even,
    "Halves are rounded to even: 0.5 becomes 0, and 2.5 becomes 2. That is what std::nearbyint, std::rint and NumPy do. Here halves go away from zero: std::round.",
    "恰好一半的舍入到偶数了：0.5 成了 0，2.5 成了 2。std::nearbyint、std::rint 和 NumPy 都是这样。这里要向远离零的方向：std::round。");
MISTAKE(halves_up, "Halves are rounded up: -0.5 becomes 0. They should go away from zero, to -1: std::round.",
    "恰好一半的都向上舍入了：-0.5 成了 0。应向远离零的方向，得到 -1：std::round。");
MISTAKE(inverse_from_largest,
    "1 / d is computed as 127 / max |x|, which may differ from it in the last bit. Where the fraction of x / d is close to a half, some values then come out one higher or lower: compute d as a float first, then 1 / d.",
    "1 / d 是用 127 / max |x| 算的：可能与 d 的倒数差在最后一位；x / d 的小数部分接近 0.5 时，有的值会因此差 1。应先把 d 算成 float，再算 1 / d。");
MISTAKE(inverse_in_double,
    "1 / d or the product is computed in double. In float32 both are rounded, and where the fraction of x / d is close to a half some values come out one higher or lower: make both floats.",
    "1 / d 或乘积是用 double 算的。用 float32 时两步都要舍入；x / d 的小数部分接近 0.5 时，有的值会因此差 1：请把两者都存成 float。");
MISTAKE(largest_with_its_sign,
    "The largest number of a block is taken, not the largest absolute value: where a negative number is farther from 0, its value may overflow. Use std::abs.",
    "取的是块里最大的数，而不是最大的绝对值：绝对值更大的负数，值可能溢出。请用 std::abs。");
MISTAKE(largest_with_its_sign_from_zero,
    "The largest number of a block is taken, or 0, not the largest absolute value: where a negative number is farther from 0, its value may overflow, and a block of negative numbers has the scale 0. Use std::abs.",
    "取的是块里最大的数（至少是 0），而不是最大的绝对值：绝对值更大的负数，值可能溢出；全是负数的块，缩放系数成了 0。请用 std::abs。");
MISTAKE(product_first,
    "x is multiplied by 127 and then divided by the largest number. The contract rounds in another order, d = max |x| / 127 and then x · (1 / d), and where the fraction of x / d is close to a half some values come out one higher or lower.",
    "先用 x 乘 127，再除以最大值。契约规定的舍入次序不同：先算 d = max |x| / 127，再算 x · (1 / d)；x / d 的小数部分接近 0.5 时，有的值会因此差 1。");
MISTAKE(quotient,
    "x is divided by d. Multiplying by 1 / d rounds twice, and where the fraction of x / d is close to a half some values come out one higher or lower: compute 1 / d once, as a float, and multiply.",
    "用的是 x 除以 d。乘 1 / d 要舍入两次；x / d 的小数部分接近 0.5 时，有的值会因此差 1：请先把 1 / d 算成 float，再相乘。");
MISTAKE(quotient_unless_d_is_0,
    "x is divided by d wherever d isn't 0. Multiply by 1 / d, as a float: that rounds twice, and where it's infinite, for a d below 2.94e-39, it counts as 0. So some values come out one higher or lower, and in blocks of tiny numbers they should be 0.",
    "只要 d 不是 0，用的就是 x 除以 d。应先把 1 / d 算成 float 再相乘：这样要舍入两次；1 / d 为无穷大（d 小于 2.94e-39）时按 0 算。现在有的值会差 1，数极小的块里还有不该有的非零值。");
MISTAKE(scale_is_the_largest,
    "The largest absolute value is stored as the scale. It has to be divided by 127: value times scale gives the number.",
    "缩放系数存成了最大的绝对值。还要除以 127：值乘缩放系数才是原来的数。");
MISTAKE(scale_of_zeros_is_1,
    "The scale of a block of zeros is 1. It should be 0: only 1 / d needs a case of its own, so that nothing is divided by 0.",
    "全零的块，缩放系数成了 1。应当是 0：只有 1 / d 要单独处理，免得除以 0。");
MISTAKE(sign_of_zero_as_first,
    "The scale of a block of zeros is -0 where its first zero is -0. An absolute value is never -0: start at 0 and take std::abs.",
    "全零的块，第一个零是 -0 时，缩放系数也成了 -0。绝对值不会是 -0：请从 0 开始，取 std::abs。");
MISTAKE(sign_of_zero_turned,
    "The scale of a block of zeros that begins with +0 is -0: a zero is negated. An absolute value is never -0: take std::abs.",
    "全零的块，第一个零是 +0 时，缩放系数成了 -0：零变了号。绝对值不会是 -0：请取 std::abs。");
MISTAKE(sign_lost,
    "The values have lost their signs. Only the largest number is taken without its sign, for the scale.",
    "值丢了符号。只有求最大值、算缩放系数时，才取绝对值。");
MISTAKE(spread_over_255,
    "d is (max - min) / 255, as if values began at the smallest number. They are symmetric here: max |x| / 127.",
    "d 用的是 (max - min) / 255，好像值从最小的数算起。这里的值是对称的：max |x| / 127。");
MISTAKE(truncated,
    "The fraction is cut off: a conversion to a whole number goes towards zero. Round to the nearest first: std::round.",
    "小数部分被截掉了：转换成整数是向零取整的。应先舍入到最近的整数：std::round。");
MISTAKE(times_one_127th,
    "The largest value is multiplied by 1 / 127, which is a rounded number itself, so the last bit of d may differ. Divide by 127.",
    "最大值乘的是 1 / 127，而 1 / 127 本身已经舍入过，d 的最后一位可能不同。应除以 127。");
MISTAKE(truncated_after_half,
    "A half is added to negative numbers too before the fraction is cut off, so most of them come out one too high. Use std::round, or subtract a half below zero.",
    "负数也加了 0.5 再截掉小数，于是大多大了 1。请用 std::round，或者负数时减 0.5。");
MISTAKE(zeros_refused, "A block of zeros is refused. Its scale is 0 and its values are 0.",
    "全零的块被拒绝了。它的缩放系数是 0，值也都是 0。");

/// What a conversion to a whole number of 32 bits leaves in the lowest 8, on x86.
static std::int64_t in_8_bits(Real value) {
    if (!(std::abs(value) < 2147483648.0)) return 0;
    return static_cast<std::int8_t>(static_cast<std::int64_t>(value));
}

/// To the nearest, halves away from zero.
static Real rounded(Real p) {
    const auto and_a_half = [](Real x) { return half_added_in_float ? Real(static_cast<float>(x) + 0.5f) : x + 0.5; };
    if (truncated) return std::trunc(p);
    if (floored) return std::floor(p);
    if (halves_to_even) return std::nearbyint(p);
    if (floor_of_half_a_step_more) return std::floor(static_cast<float>(p) + 0.5f);
    if (halves_up) return std::floor(and_a_half(p));
    if (truncated_after_half) return std::trunc(and_a_half(p));
    return std::copysign(std::floor(and_a_half(std::abs(p))), p);
}

static float divisor() {
    if (divided_by_128 || divided_by_128_and_clamped) return 128;
    return divided_by ? static_cast<float>(divided_by.number()) : 127;
}

static float largest_of(const Numbers& numbers) {
    if (largest_with_its_sign) return numbers.most;
    if (largest_with_its_sign_from_zero) return std::max(0.0f, numbers.most);
    const float size = std::abs(numbers.largest);
    return floor_under_the_largest ? std::max(size, static_cast<float>(floor_under_the_largest.number())) : size;
}

static float q8_0_d_of(Numbers& numbers) {
    const float largest = largest_of(numbers);
    if (scale_is_the_largest) numbers.stored = largest;
    if (zeros_refused && largest == 0) throw std::invalid_argument("");
    float d = spread_over_255   ? (numbers.most - numbers.least) / 255
              : times_one_127th ? largest * (1.0f / 127)
                                : largest / divisor();
    if (epsilon_added) d += static_cast<float>(epsilon_added.number());
    if (floor_under_d) d = std::max(d, static_cast<float>(floor_under_d.number()));
    if (scale_of_zeros_is_1 && largest == 0) d = 1;
    if (d == 0 && sign_of_zero_as_first) d = std::copysign(0.0f, numbers.x[0]);
    if (d == 0 && sign_of_zero_turned) d = std::copysign(0.0f, -numbers.x[0]);
    return d;
}

static BlockValues q8_0_values_of(const Numbers& numbers, float d, float inverse) {
    const float largest = largest_of(numbers);
    if (inverse_from_largest && inverse != 0) inverse = divisor() / largest;
    BlockValues values;
    for (std::size_t i = 0; i < 32; ++i) {
        const float x = numbers.x[i];
        const bool divides = quotient_unless_d_is_0 && d != 0;
        const Real product = divides             ? x / d
                             : inverse == 0      ? 0
                             : all_in_double     ? Real(x) * divisor() / largest
                             : inverse_in_double ? Real(x) * (1 / Real(d))
                             : quotient          ? x / d
                             : product_first     ? x * divisor() / largest
                                                 : x * inverse;
        Real value = rounded(product);
        if (clamped_to_127_where_1_over_d_is_infinite && std::isinf(1 / d) && x != 0) value = x > 0 ? 127 : -127;
        if (divided_by_128_and_clamped) value = std::clamp<Real>(value, -128, 127);
        if (sign_lost) value = std::abs(value);
        values[i] = in_8_bits(value);
    }
    return values;
}

static Values quantize_q8_0(Run& run) { return quantized(run, q8_0_d_of, q8_0_values_of); }
