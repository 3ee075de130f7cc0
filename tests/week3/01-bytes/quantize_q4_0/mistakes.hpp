#pragma once
// What people get wrong in quantize_q4_0, and the function that gets it wrong.
#include "tests/week3/01-bytes/quantize_q8_0/mistakes_of_blocks.hpp"

using grader::Real, grader::Run, grader::Values;

MISTAKE(all_in_double,
    "The values are computed in double. The contract computes d, 1 / d, the product and the sum in float32, each rounded, and some numbers near the middle of two values go to the wrong one.",
    "值是用 double 算的。契约要求 d、1 / d、乘积与和都用 float32，每一步都舍入；离两个值的正中间很近的数，有的会因此取错值。");
MISTAKE(cut_off_before_8_is_added,
    "A half is added, the fraction cut off, and 8 added at last. But a conversion to int cuts off towards zero, so below 0 a value may be one too high: -7.5 becomes -7. Add 8.5 at once: then nothing is below 0.",
    "先加了 0.5、截掉小数，最后才加 8。可是转成 int 是向零截断的，负数就可能大 1：-7.5 成了 -7。应一次加 8.5，这样就没有负数了。");
MISTAKE(divided_by_8,
    "d is m / 8 instead of m / -8: the largest number becomes 8, and 16 once 8 is added, which does not fit into four bits. With m / -8 it becomes 0, the lowest of the 16 values.",
    "d 用了 m / 8，而不是 m / -8：最大的数成了 8，加 8 就是 16，四位放不下。用 m / -8 时它成为 0，即 16 个值里最小的。");
FAMILY(divided_by_minus,
    "d is m / -{}: the largest number does not become -8, and so either some values do not fit, or one of the 16 is never used. d = m / -8.",
    "d 用了 m / -{}：最大的数得不到 -8，于是要么有的值四位放不下，要么 16 个值里有一个从来用不上。应为 d = m / -8。", 7,
    16);
MISTAKE(eight_added,
    "All values are rounded down. Add 8.5 before the fraction is cut off, not 8: the half is what makes it round to the nearest.",
    "所有的值都向下取整了。截掉小数之前要加 8.5，而不是 8：多加的 0.5 正是为了舍入到最近的值。");
FAMILY(epsilon_added,
    "{} is added to d. A block of zeros needs a case of its own: where 1 / d is infinite, it counts as 0.",
    "给 d 加上了 {}。全零的块要单独处理：1 / d 为无穷大时，按 0 算。", 1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5);
MISTAKE(fused,
    "The product is not rounded before 8.5 is added, as std::fma does it. Here it is rounded to float32 first: write x * inverse + 8.5f, and the compiler keeps both steps.",
    "加 8.5 之前，乘积没有舍入，std::fma 就是这样。这里要先舍入成 float32：写 x * inverse + 8.5f，编译器会保留这两步。");
MISTAKE(halves_exchanged,
    "The halves of the bytes are exchanged: byte j has value j in its low half and value j + 16 in its high half.",
    "字节的高低两半写反了：字节 j 的低半是值 j，高半是值 j + 16。");
MISTAKE(large_negative_scale_unrefused,
    "A scale that is infinite in float16 is refused only where it's positive. d is negative where m is positive: take std::abs, or check with std::isinf.",
    "缩放系数在 float16 里成为无穷大时，只拒绝了正的。m 为正时 d 是负数：请取 std::abs，或者用 std::isinf 来判断。");
MISTAKE(last_of_several,
    "Where several numbers share the largest absolute value, the last one is taken. Their signs can differ, and then the scale has the wrong one: m is the first of them.",
    "绝对值最大的有几个时，取了最后一个。它们的符号可能不同，这时 scale 的符号就反了：m 应取第一个。");
MISTAKE(last_of_several_but_zeros,
    "Where several numbers share the largest absolute value and it isn't 0, the last one is taken. Their signs can differ, and then the scale has the wrong one: m is the first of them.",
    "绝对值最大的有几个（且不是零）时，取了最后一个。它们的符号可能不同，这时 scale 的符号就反了：m 应取第一个。");
MISTAKE(infinite_inverse,
    "Where d is so small that 1 / d is infinite, the products are infinite or NaN, and what a conversion to a whole number makes of these is undefined. 1 / d counts as 0 there: all values are 8.",
    "d 小到 1 / d 为无穷大时，乘积成了无穷大或 NaN，把它们转换成整数是未定义行为。这时 1 / d 按 0 算，值都是 8。");
MISTAKE(largest_with_its_sign,
    "m is the largest number of the block. It should be the one with the largest absolute value, which may be negative.",
    "m 取的是块里最大的数。它应是绝对值最大的那个，可能是负数。");
MISTAKE(m_without_sign,
    "m has lost its sign, so that d is always negative. Where the number with the largest absolute value is negative, it becomes 8, and 16 once 8 is added, which does not fit: keep the sign.",
    "m 丢了符号，d 总是负数。绝对值最大的数为负时，它成了 8，加 8 得 16，放不下：请保留符号。");
MISTAKE(m_without_sign_by_8,
    "d is max |x| / 8, which is never negative. Where the number with the largest absolute value is positive, it becomes 8, and 16 once 8 is added, which does not fit: d = m / -8, with m's own sign.",
    "d 用了 max |x| / 8，不会是负数。绝对值最大的数为正时，它成了 8，加 8 得 16，放不下：d = m / -8，m 带着自己的符号。");
MISTAKE(max_by_7,
    "d is max |x| / 7: the values go from 1 to 15, and 0 is never used. d = m / -8 puts the largest number on 0 and uses all 16.",
    "d 用了 max |x| / 7：值从 1 到 15，0 从来没用上。d = m / -8 让最大的数落在 0，16 个值都用上。");
MISTAKE(negative_of_several,
    "Where a positive and a negative number share the largest absolute value, the negative one is always taken. m is the one that comes first.",
    "一正一负两个数绝对值都最大时，总是取了负的。m 应取先出现的那个。");
MISTAKE(negative_values,
    "The values are whole numbers from -8 to 7, of which the lowest four bits are stored. Here 8 is added: what is stored goes from 0 to 15.",
    "存的是 -8 到 7 的整数的最低四位。这里要加 8：存的数从 0 到 15。");
MISTAKE(neighbours_together,
    "A byte has two neighbours, values 2 j and 2 j + 1. It should have value j and value j + 16: the low halves are the first half of the block, the high halves the second.",
    "一个字节里放了相邻的两个值：2 j 和 2 j + 1。应放值 j 和值 j + 16：各字节的低半是块的前一半，高半是后一半。");
MISTAKE(not_cut_at_15,
    "A value of 16 is not cut off to 15: four bits do not hold it, and it spills into the other half of the byte or becomes 0. Take std::min with 15.",
    "值为 16 时没有截到 15：四位放不下，会溢到字节的另一半，或者变成 0。请与 15 取 std::min。");
MISTAKE(not_shifted, "Both values of a byte are in its low half: shift the second by 4.",
    "两个值都写到了字节的低半：第二个要左移 4 位。");
MISTAKE(positive_of_several,
    "Where a positive and a negative number share the largest absolute value, the positive one is always taken. m is the one that comes first.",
    "一正一负两个数绝对值都最大时，总是取了正的。m 应取先出现的那个。");
MISTAKE(quotient,
    "x is divided by d. Multiplying by 1 / d rounds twice, and some numbers near the middle of two values go to the wrong one: compute 1 / d once, as a float, and multiply.",
    "用的是 x 除以 d。乘 1 / d 要舍入两次；离两个值的正中间很近的数，有的会因此取错值：请先把 1 / d 算成 float，再相乘。");
MISTAKE(rounded_after_8_5,
    "The sum with 8.5 is rounded to the nearest, which adds a half a second time. Its fraction is cut off.",
    "加了 8.5 的和又舍入到最近的整数，等于加了两次 0.5。应直接截掉小数。");
MISTAKE(rounded_and_8_added,
    "The product is rounded, halves away from zero, and then 8 is added. Adding 8.5 and cutting off the fraction sends -0.5 to 8, not to 7: all halves go up.",
    "先把乘积舍入（一半的远离零），再加 8。加 8.5 再截掉小数时，-0.5 得到 8 而不是 7：一半的都向上。");
MISTAKE(rounded_to_even_and_8_added,
    "Halves are rounded to even, before 8 is added or after. Adding 8.5 and cutting off the fraction sends all halves up: 0.5 becomes 9.",
    "恰好一半的舍入到了偶数，在加 8 之前或之后。加 8.5 再截掉小数时，一半的都向上：0.5 得到 9。");
MISTAKE(scale_is_m,
    "m is stored as the scale. It has to be divided by -8: a value less 8, times the scale, gives the number.",
    "缩放系数存成了 m。还要除以 -8：值减 8 再乘缩放系数，才是原来的数。");
MISTAKE(scale_of_zeros_is_1,
    "The scale of a block of zeros is 1. It should be -0: only 1 / d needs a case of its own, so that nothing is divided by 0.",
    "全零的块，缩放系数成了 1。应当是 -0：只有 1 / d 要单独处理，免得除以 0。");
MISTAKE(scale_of_zeros_positive,
    "The scale of a block of zeros is +0. It should be 0 / -8, which is -0: its bits are 0x8000, as in the files that ggml writes.",
    "全零的块，缩放系数是 +0。应是 0 / -8，也就是 -0：它的 16 位是 0x8000，ggml 写的文件里就是这样。");
MISTAKE(scale_without_sign,
    "The scale has lost its sign: d is negative where m is positive, and it is stored with its sign.",
    "缩放系数丢了符号：m 为正时 d 是负数，存的也应是负数。");
MISTAKE(sign_of_zero_as_first,
    "In a block of zeros whose first is -0, m is -0 and the scale +0. m is +0 there: begin with 0, and take a number only if its absolute value is larger.",
    "全零的块，第一个零是 -0 时，m 成了 -0，缩放系数成了 +0。m 应是 +0：从 0 开始，绝对值更大的数才取。");
MISTAKE(spread_over_15,
    "d is (max - min) / 15, and the values begin at the smallest number: that is q4_1, which stores the smallest number too. Here d = m / -8, and 8 stands for 0.",
    "d 用的是 (max - min) / 15，值从最小的数算起：这是 q4_1，它还要存最小的数。这里 d = m / -8，8 代表 0。");
MISTAKE(sum_in_double,
    "x * inverse + 8.5f is rounded to float32 before the fraction is cut off. Yours is not: perhaps 8.5 has no f and is a double, or a half is added first and 8 last, and the smaller sum keeps more digits. So some numbers near the middle of two values go to the wrong one.",
    "x * inverse + 8.5f 在截掉小数之前会舍入成 float32，你的没有：也许 8.5 不带 f，是 double；也许先加 0.5、最后才加 8，和比较小，位数留得更多。离两个值的正中间很近的数，有的会因此取错值。");
MISTAKE(zeros_left_out,
    "A block of zeros has the scale +0 and bytes of 0. Its bytes are 0x88, because 8 stands for 0, and its scale is -0.",
    "全零的块，缩放系数是 +0，字节全是 0。它的字节应是 0x88，因为 8 代表 0；缩放系数是 -0。");
MISTAKE(zeros_refused, "A block of zeros is refused. Its scale is -0 and its bytes are 0x88.",
    "全零的块被拒绝了。它的缩放系数是 -0，字节是 0x88。");

static float q4_0_d_of(Numbers& numbers) {
    float m = numbers.largest;
    if (last_of_several || (last_of_several_but_zeros && m != 0)) {
        for (const float x : numbers.x) {
            if (std::abs(x) == std::abs(m)) m = x;
        }
    }
    if (largest_with_its_sign) m = numbers.most;
    if (negative_of_several && m != 0) m = numbers.most > -numbers.least ? numbers.most : numbers.least;
    if (positive_of_several && m != 0) m = numbers.most >= -numbers.least ? numbers.most : numbers.least;
    if (zeros_refused && m == 0) throw std::invalid_argument("");
    float d = m_without_sign        ? std::abs(m) / -8
              : m_without_sign_by_8 ? std::abs(m) / 8
              : max_by_7            ? std::abs(m) / 7
              : spread_over_15      ? (numbers.most - numbers.least) / 15
              : divided_by_8        ? m / 8
              : divided_by_minus    ? m / -static_cast<float>(divided_by_minus.number())
                                    : m / -8;
    if (m == 0 && sign_of_zero_as_first) d = std::copysign(0.0f, -numbers.x[0]);
    if (m == 0 && (scale_of_zeros_positive || zeros_left_out)) d = 0;
    if (epsilon_added) d += static_cast<float>(epsilon_added.number());
    if (m == 0 && scale_of_zeros_is_1) d = 1;
    numbers.unrefused = large_negative_scale_unrefused && d < 0;
    numbers.stored.reset();
    if (scale_is_m) numbers.stored = m;
    if (scale_without_sign) numbers.stored = std::abs(numbers.stored.value_or(d));
    return d;
}

static std::int64_t q4_0_value_of(float x, float d, float inverse) {
    const float product = quotient && inverse != 0 ? x / d : x * inverse;
    const Real exact = inverse == 0 ? 0 : all_in_double ? Real(x) / d : fused ? Real(x) * inverse : Real(product);
    const Real more = eight_added ? 8 : spread_over_15 ? 0.5 : 8.5, sum = exact + more;
    const Real in_float = static_cast<float>(sum);
    Real value = std::trunc(all_in_double || sum_in_double ? sum : in_float);
    if (cut_off_before_8_is_added) value = std::trunc(static_cast<float>(exact + 0.5)) + 8;
    if (rounded_after_8_5) value = std::floor(in_float + 0.5);
    if (rounded_and_8_added) value = std::copysign(std::floor(std::abs(exact) + 0.5), exact) + 8;
    if (rounded_to_even_and_8_added) value = std::nearbyint(exact) + 8;
    // What does not fit into an int is the lowest one, on x86.
    const Real lowest = -2147483648.0;
    const auto whole = static_cast<std::int64_t>(std::abs(value) < -lowest ? value : lowest);
    const auto cut = not_cut_at_15 ? whole : std::min<std::int64_t>(15, whole);
    return negative_values ? (cut - 8) & 15 : cut;
}

static BlockValues q4_0_values_of(const Numbers& numbers, float d, float inverse) {
    BlockValues values = {}, seen;
    const bool left_out = (zeros_left_out && numbers.largest == 0) || (infinite_inverse && d != 0 && std::isinf(1 / d));
    const float from = spread_over_15 ? numbers.least : 0;
    if (!left_out)
        for (std::size_t i = 0; i < 32; ++i) values[i] = q4_0_value_of(numbers.x[i] - from, d, inverse);
    const bool neighbours = neighbours_together, exchanged = halves_exchanged;
    const int shift = not_shifted ? 0 : 4;
    for (std::size_t j = 0; j < 16; ++j) {
        std::int64_t low = values[neighbours ? 2 * j : j], high = values[neighbours ? 2 * j + 1 : j + 16];
        if (exchanged) std::swap(low, high);
        const auto byte = static_cast<std::uint8_t>(low | high << shift);
        seen[j] = byte & 15;
        seen[j + 16] = byte >> 4;
    }
    return seen;
}

static Values quantize_q4_0(Run& run) { return quantized(run, q4_0_d_of, q4_0_values_of); }
