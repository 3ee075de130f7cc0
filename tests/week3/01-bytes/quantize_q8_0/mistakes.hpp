#pragma once
// What people get wrong in quantize_q8_0, and the function that gets it wrong.
#include "grader/plain.hpp"
#include "tests/week3/01-bytes/quantize_q8_0/float16.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Values;

MISTAKE(
    all_in_double,
    "d, 1 / d and the product are computed in double. The contract computes them in float32, each rounded, and some numbers near a half come out one higher or lower.",
    "d、1 / d 和乘积都是用 double 算的。契约要求用 float32，每一步都舍入；离一半很近的数会因此差 1。");
MISTAKE(
    blocks_by_column,
    "The blocks are in the wrong order: the first block of every row, then the second of every row. All blocks of row 0 come first, then those of row 1.",
    "块的次序不对：先是每一行的第一块，再是每一行的第二块。应先放完第 0 行的所有块，再放第 1 行的。");
MISTAKE(
    blocks_doubled,
    "There are twice as many blocks as there should be, the first half of them zeros: the vector had its size already, and push_back adds at its end. Use reserve, or assign to blocks[b].",
    "块多了一倍，前一半全是零：vector 已经有了大小，push_back 又加在它后面。请改用 reserve，或者给 blocks[b] 赋值。");
MISTAKE(
    clamped_to_127_where_1_over_d_is_infinite,
    "Where d is so small that 1 / d is infinite, the values are 127 and -127. 1 / d counts as 0 there, and so do they.",
    "d 小到 1 / d 为无穷大时，得到的值是 127 和 -127。这时 1 / d 按 0 算，值也都是 0。");
MISTAKE(columns_in_blocks, "columns is the number of blocks of a row. It is the number of numbers, weight.shape(1).",
        "columns 存成了每行的块数。它应是每行有多少个数，即 weight.shape(1)。");
MISTAKE(columns_unchecked, "A row that does not end with a whole block is accepted. Keep the check of the stub.",
        "行末凑不满一块的矩阵也接受了。请保留桩代码里的检查。");
MISTAKE(
    divided_by_128,
    "d is max |x| / 128, so the largest number becomes 128 or -128. std::int8_t ends at 127: 128 comes out as -128, with the wrong sign. Divide by 127.",
    "d 用的是 max |x| / 128，于是最大的数成了 128 或 -128。std::int8_t 最大是 127，128 会变成 -128，符号反了。应除以 127。");
MISTAKE(divided_by_128_and_clamped,
        "d is max |x| / 128, and 128 is cut off to 127: the largest number of a block is then not kept. Divide by 127.",
        "d 用的是 max |x| / 128，128 又截成了 127：块里最大的数就没有存准。应除以 127。");
FAMILY(
    divided_by,
    "d is max |x| / {}: values go far beyond 127, and std::int8_t keeps only their last 8 bits. 127 is the largest value.",
    "d 用的是 max |x| / {}：值远远超过 127，std::int8_t 只留下最低的 8 位。最大的值是 127。", 255, 256);
FAMILY(epsilon_added,
       "{} is added to d. A block of zeros needs a case of its own: where 1 / d is infinite, it counts as 0.",
       "给 d 加上了 {}。全零的块要单独处理：1 / d 为无穷大时，按 0 算。", 1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-5);
MISTAKE(
    every_so_many_numbers,
    "A block is made of numbers that lie apart: every number of a row that has the same remainder. Its 32 numbers are neighbours: 32 b to 32 b + 31.",
    "一块里的数不相邻：每隔几个取一个。一块的 32 个数应是相邻的：第 32 b 到 32 b + 31 个。");
FAMILY(
    floor_under_the_largest,
    "The largest absolute value is never below {}, so that blocks of smaller numbers lose their digits. Keep it as it is, and let 1 / d count as 0 where it is infinite.",
    "最大绝对值最小只到 {}，更小的块就丢了精度。应保持原样；1 / d 为无穷大时才按 0 算。", 1e-8, 1e-6, 1e-5);
FAMILY(
    floor_under_d,
    "d is never below {}. Blocks of smaller numbers lose their digits: keep d as it is, and let 1 / d count as 0 where it is infinite.",
    "d 最小只到 {}，更小的块就丢了精度。d 应保持原样；1 / d 为无穷大时才按 0 算。", 1e-10, 1e-9, 1e-8, 1e-6, 1e-5);
MISTAKE(floored, "Products are rounded down, towards minus infinity. They go to the nearest whole number: std::round.",
        "乘积一律向下取整了。应舍入到最近的整数：std::round。");
MISTAKE(half_added_in_float,
        "A half is added in float, and 0.49999997 + 0.5 is 1 there. std::round knows that this is below a half.",
        "加 0.5 是用 float 算的，而 0.49999997 + 0.5 在 float 里等于 1。std::round 知道它还不到一半。");
MISTAKE(
    halves_to_even,
    "Halves are rounded to even: 0.5 becomes 0, and 2.5 becomes 2. That is what std::nearbyint, std::rint and NumPy do. Here halves go away from zero: std::round.",
    "一半的舍入到偶数了：0.5 成了 0，2.5 成了 2。std::nearbyint、std::rint 和 NumPy 都是这样。这里的一半要向远离零的方向：std::round。");
MISTAKE(halves_up, "Halves are rounded up: -0.5 becomes 0. They go away from zero, to -1: std::round.",
        "一半的都向上舍入了：-0.5 成了 0。应向远离零的方向，得到 -1：std::round。");
MISTAKE(
    infinity_unrefused,
    "Neither infinite numbers are refused nor numbers so large that the scale is infinite in float16. Throw std::invalid_argument if the scale is infinite.",
    "无穷大没有拒绝，大到让缩放系数在 float16 里成为无穷大的数也没有拒绝。缩放系数为无穷大时，应抛出 std::invalid_argument。");
MISTAKE(
    inverse_from_largest,
    "1 / d is computed as 127 / max |x|, which is d upside down but for the last bit. It has to be 1 divided by the rounded d, or some numbers near a half come out one higher or lower.",
    "1 / d 是用 127 / max |x| 算的：与 d 的倒数只差最后一位，但离一半很近的数会因此差 1。应先算出舍入后的 d，再用 1 除以它。");
MISTAKE(
    inverse_in_double,
    "1 / d or the product is computed in double. In float32 both are rounded, and some numbers near a half come out one higher or lower: make 1 / d a float.",
    "1 / d 或乘积是用 double 算的。用 float32 时两步都要舍入，离一半很近的数会因此差 1：请把 1 / d 存成 float。");
MISTAKE(large_scale_unrefused,
        "Numbers so large that the scale is infinite in float16 are accepted. Throw std::invalid_argument if it is.",
        "数太大、缩放系数在 float16 里成为无穷大时，也接受了。这时应抛出 std::invalid_argument。");
MISTAKE(
    large_weights_refused,
    "Numbers above 65504 are refused. float16 has to hold the scale only, not the numbers: with a scale of 65504 they reach eight million.",
    "大于 65504 的数被拒绝了。float16 只需要放得下缩放系数，而不是这些数：缩放系数为 65504 时，数可以到八百多万。");
MISTAKE(
    largest_not_reset,
    "The largest number runs on from block to block: a block after a larger one gets the larger one's scale. Set it to 0 at the start of each block.",
    "最大值从一块带到了下一块：排在大数后面的块用了前面的缩放系数。每一块开始时要把它清零。");
MISTAKE(
    largest_not_reset_in_a_row,
    "The largest number runs on through a row: a block after a larger one gets the larger one's scale. Set it to 0 at the start of each block, not of each row.",
    "最大值在一行里一直带下去：排在大数后面的块用了前面的缩放系数。应在每一块、而不是每一行开始时清零。");
MISTAKE(
    largest_with_its_sign,
    "The largest number of a block is taken, not the largest absolute value: where a negative one is larger in size, its value overflows. Use std::abs.",
    "取的是块里最大的数，而不是最大的绝对值：绝对值更大的负数，值就溢出了。请用 std::abs。");
MISTAKE(
    largest_with_its_sign_from_zero,
    "The largest number of a block is taken, or 0, not the largest absolute value: where a negative one is larger in size, its value overflows, and a block of negative numbers has no scale at all. Use std::abs.",
    "取的是块里最大的数（至少是 0），而不是最大的绝对值：绝对值更大的负数，值就溢出了；全是负数的块干脆没有缩放系数。请用 std::abs。");
MISTAKE(last_value_lost,
        "The last number of each block is never looked at: its value is 0. A block has 32 numbers, 0 to 31.",
        "每块的最后一个数从没看过，它的值是 0。一块有 32 个数：第 0 到 31 个。");
MISTAKE(
    nan_noticed_last_only,
    "NaN is noticed only where it is the last number of a block: std::max(NaN, largest) is NaN, but std::max of the next number and that is the next number. Ask std::isfinite of each number.",
    "NaN 只有是块里最后一个数时才发现：std::max(NaN, 最大值) 是 NaN，但下一个数与它比，得到的是下一个数。请对每个数问 std::isfinite。");
MISTAKE(
    nan_unrefused,
    "NaN is accepted. It is never larger than anything, so std::max passes over it: ask std::isfinite of each number.",
    "NaN 被接受了。它不比任何数大，std::max 会略过它：请对每个数问 std::isfinite。");
MISTAKE(no_columns_refused, "A matrix without columns is refused. It has no blocks, and that is fine.",
        "没有列的矩阵被拒绝了。它只是没有块，这没有问题。");
MISTAKE(no_rows_refused, "A matrix without rows is refused. It has no blocks, and that is fine.",
        "没有行的矩阵被拒绝了。它只是没有块，这没有问题。");
MISTAKE(one_scale_for_all,
        "All blocks have one scale, from the largest number of the whole matrix. Each block of 32 has its own.",
        "所有的块共用一个缩放系数，来自整个矩阵里最大的数。每 32 个数的块各有自己的。");
MISTAKE(one_scale_for_a_row,
        "All blocks of a row have one scale, from the row's largest number. Each block of 32 has its own.",
        "一行里的块共用一个缩放系数，来自这一行里最大的数。每 32 个数的块各有自己的。");
MISTAKE(other_axes_accepted, "A weight that has not exactly two axes is accepted. Keep the check of the stub.",
        "不是两个轴的 weight 也接受了。请保留桩代码里的检查。");
MISTAKE(
    product_first,
    "x is multiplied by 127 and then divided by the largest number. The contract rounds in another order, d = max |x| / 127 and then x · (1 / d), and some numbers near a half come out one higher or lower.",
    "先用 x 乘 127，再除以最大值。契约规定的舍入次序不同：先算 d = max |x| / 127，再算 x · (1 / d)；离一半很近的数会因此差 1。");
MISTAKE(
    quotient,
    "x is divided by d. Multiplying by 1 / d rounds twice, and some numbers near a half come out one higher or lower: compute 1 / d once, as a float, and multiply.",
    "用的是 x 除以 d。乘 1 / d 要舍入两次，离一半很近的数会因此差 1：请先把 1 / d 算成 float，再相乘。");
MISTAKE(
    rounded_scale,
    "The values are computed with the scale after it was rounded to float16: most are the same, and some are one off. Where it rounds to 0, all are lost. 1 / d is that of the float32.",
    "算值时用的是舍入成 float16 之后的缩放系数：多数值相同，有些差 1；它舍入成 0 时就全丢了。1 / d 应由 float32 的 d 来算。");
MISTAKE(rows_and_columns_exchanged, "rows and columns are exchanged: rows is weight.shape(0).",
        "rows 和 columns 写反了：rows 是 weight.shape(0)。");
MISTAKE(
    scale_above_65504_refused,
    "A scale between 65504 and 65520 is refused. float16 rounds it to 65504: round first, then ask whether it is infinite.",
    "65504 与 65520 之间的缩放系数被拒绝了。float16 会把它舍入成 65504：应先舍入，再看是不是无穷大。");
MISTAKE(scale_is_its_inverse, "1 / d is stored as the scale. A number is its value times the scale: store d.",
        "缩放系数存成了 1 / d。数等于值乘缩放系数：应存 d。");
MISTAKE(
    scale_is_the_largest,
    "The largest absolute value is stored as the scale. It has to be divided by 127: value times scale gives the number.",
    "缩放系数存成了最大的绝对值。还要除以 127：值乘缩放系数才是原来的数。");
MISTAKE(
    scale_of_zeros_is_1,
    "The scale of a block of zeros is 1. It is 0: only 1 / d needs a case of its own, so that nothing is divided by 0.",
    "全零的块，缩放系数成了 1。应当是 0：只有 1 / d 要单独处理，免得除以 0。");
MISTAKE(
    scale_of_65520_accepted,
    "A scale of 65520 is accepted, and float16 makes it infinite: it is halfway to a number that float16 does not have. Round first, then ask whether it is infinite.",
    "缩放系数恰为 65520 时接受了，而 float16 会把它变成无穷大：它正好在 65504 与一个 float16 没有的数的正中间。应先舍入，再看是不是无穷大。");
MISTAKE(
    sign_of_zero_as_first,
    "The scale of a block of zeros is -0 where the first of them is. An absolute value is never -0: start at 0 and take std::abs.",
    "全零的块，第一个零是 -0 时，缩放系数也成了 -0。绝对值不会是 -0：请从 0 开始，取 std::abs。");
MISTAKE(
    sign_of_zero_turned,
    "The scale of a block of zeros is -0: it was made from the smallest number, with the sign turned. An absolute value is never -0: take std::abs.",
    "全零的块，缩放系数成了 -0：它是由最小的数变号得来的。绝对值不会是 -0：请取 std::abs。");
MISTAKE(sign_lost,
        "The values have lost their signs. Only the largest number is taken without its sign, for the scale.",
        "值丢了符号。只有求最大值、算缩放系数时，才取绝对值。");
MISTAKE(sizes_not_set, "rows and columns are 0: the result has to say how large the matrix is.",
        "rows 和 columns 是 0：结果里要写明矩阵的大小。");
FAMILY(
    small_blocks_lost,
    "The values of blocks of small numbers are 0. 1 / d counts as 0 only where it is infinite, which it is below 2.94e-39; values are kept even where the scale rounds to 0.",
    "数很小的块，值都成了 0。只有 1 / d 为无穷大（d 小于 2.94e-39）时才按 0 算；哪怕缩放系数舍入成了 0，值也要保留。",
    1e-36, 1e-20, 5e-8, 1.5e-6, 4.5e-6, 4e-5);
MISTAKE(spread_over_255,
        "d is (max - min) / 255, as if values began at the smallest number. They are symmetric here: max |x| / 127.",
        "d 用的是 (max - min) / 255，好像值从最小的数算起。这里的值是对称的：max |x| / 127。");
MISTAKE(
    truncated,
    "The fraction is cut off: a conversion to a whole number goes towards zero. Round to the nearest first: std::round.",
    "小数部分被截掉了：转换成整数是向零取整的。应先舍入到最近的整数：std::round。");
MISTAKE(
    truncated_after_half,
    "A half is added to negative numbers too before the fraction is cut off, so they come out one too high. Use std::round, or subtract a half below zero.",
    "负数也加了 0.5 再截掉小数，于是大了 1。请用 std::round，或者负数时减 0.5。");
MISTAKE(values_of_block_0,
        "All blocks have the values of the row's first block: the index of the number lacks 32 times the block.",
        "每一块的值都和这一行第一块的一样：取数的下标里少了 32 乘块号。");
MISTAKE(
    wrong_exception,
    "What has to be refused is refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "该拒绝的拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");
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
    if (halves_up) return std::floor(and_a_half(p));
    if (truncated_after_half) return std::trunc(and_a_half(p));
    return std::copysign(std::floor(and_a_half(std::abs(p))), p);
}

static Values quantize_q8_0(Run& run) {
    const Floats& weight = run.floats("weight");
    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    // What comes of a weight that should have been refused is not known; where its shape is wrong, it is not looked at.
    const grader::Value unknown = Integers({1}, grader::any_number);
    const Values accepted(4, unknown);
    if (weight.shape.size() != 2) {
        if (other_axes_accepted && (columns_unchecked || weight.width() % 32 == 0)) return {unknown};
        refuse();
    }
    if (weight.width() % 32 != 0) {
        if (columns_unchecked) return {unknown};
        refuse();
    }
    const std::size_t rows = weight.shape[0], columns = weight.shape[1], across = columns / 32, blocks = rows * across;
    if ((rows == 0 && no_rows_refused) || (columns == 0 && no_columns_refused)) throw std::invalid_argument("");

    const auto number = [&](std::size_t b, std::size_t i) {  // number i of block b
        std::size_t r = across ? b / across : 0, c = across ? b % across : 0;
        if (blocks_by_column) r = b % rows, c = b / rows;
        return weight.values[r * columns + (every_so_many_numbers ? i * across + c : 32 * c + i)];
    };
    Blocks y{rows, columns, {}, {}};
    float largest = 0;
    bool infinite = false;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t row_begins = b / across * across;
        if (!largest_not_reset && !(largest_not_reset_in_a_row && b != row_begins)) largest = 0;
        std::size_t from = b, to = b + 1;
        if (one_scale_for_all) from = 0, to = blocks;
        else if (one_scale_for_a_row) from = row_begins, to = from + across;
        const std::size_t width = last_value_lost ? 31 : 32;
        float least = number(from, 0), most = least;
        bool last_is_nan = false;
        for (std::size_t k = from; k < to; ++k) {
            for (std::size_t i = 0; i < width; ++i) {
                const float x = number(k, i);
                if (std::isnan(x) && k == b && !nan_unrefused && !nan_noticed_last_only) refuse();
                last_is_nan = std::isnan(x);
                infinite = infinite || std::isinf(x);
                if (std::isinf(x) && k == b && !infinity_unrefused) refuse();
                if (std::isnan(x) && nan_unrefused) return accepted;
                largest = std::max(largest, std::abs(x));
                least = std::min(least, x);
                most = std::max(most, x);
            }
        }
        if (last_is_nan && nan_noticed_last_only) refuse();
        if (largest_with_its_sign) largest = most;
        if (largest_with_its_sign_from_zero) largest = std::max(most, 0.0f);
        if (zeros_refused && largest == 0) throw std::invalid_argument("");
        if (large_weights_refused && largest > 65504) throw std::invalid_argument("");

        if (floor_under_the_largest) largest = std::max(largest, static_cast<float>(floor_under_the_largest.number()));
        const float divisor = divided_by_128 || divided_by_128_and_clamped ? 128
                              : divided_by                                 ? static_cast<float>(divided_by.number())
                                                                           : 127;
        float d = spread_over_255 ? (most - least) / 255 : largest / divisor;
        if (epsilon_added) d += static_cast<float>(epsilon_added.number());
        if (floor_under_d) d = std::max(d, static_cast<float>(floor_under_d.number()));
        if (scale_of_zeros_is_1 && d == 0) d = 1;
        float scale = scale_is_its_inverse ? 1 / d : scale_is_the_largest ? largest : d;
        if (scale == 0 && sign_of_zero_as_first) scale = std::copysign(0.0f, number(b, 0));
        if (scale == 0 && sign_of_zero_turned) scale = std::copysign(0.0f, -number(b, 0));
        if (scale_is_its_inverse && std::isinf(scale)) scale = 0;
        if (scale_above_65504_refused && d > 65504) throw std::invalid_argument("");
        if (std::isinf(float16_value(float16_bits(d)))) {
            if (infinity_unrefused || large_scale_unrefused || (scale_of_65520_accepted && !(d > 65520)))
                return accepted;
            refuse();
        }
        y.scales.push_back(float16_bits(scale));

        if (rounded_scale) d = float16_value(float16_bits(d));
        const bool is_infinite = std::isinf(1 / d), lost = small_blocks_lost && largest < small_blocks_lost.number();
        const float inverse = is_infinite || lost ? 0 : inverse_from_largest ? divisor / largest : 1 / d;
        for (std::size_t i = 0; i < 32; ++i) {
            const float x = number(values_of_block_0 ? row_begins : b, i);
            if (i >= width) {
                y.values.push_back(0);
                continue;
            }
            const Real product = inverse == 0        ? 0
                                 : all_in_double     ? Real(x) * divisor / largest
                                 : inverse_in_double ? Real(x) * (1 / Real(d))
                                 : quotient          ? x / d
                                 : product_first     ? x * divisor / largest
                                                     : x * inverse;
            Real value = rounded(product);
            if (clamped_to_127_where_1_over_d_is_infinite && is_infinite && x != 0) value = x > 0 ? 127 : -127;
            if (divided_by_128_and_clamped) value = std::clamp<Real>(value, -128, 127);
            if (sign_lost) value = std::abs(value);
            y.values.push_back(in_8_bits(value));
        }
    }
    if (rows_and_columns_exchanged) std::swap(y.rows, y.columns);
    if (columns_in_blocks) y.columns = across;
    if (sizes_not_set) y.rows = y.columns = 0;
    if (blocks_doubled) {
        y.scales.insert(y.scales.begin(), blocks, 0);
        y.values.insert(y.values.begin(), 32 * blocks, 0);
    }
    return y.looked_at(weight);
}
