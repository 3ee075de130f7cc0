#pragma once
// What people get wrong in quantize_q8_0 and quantize_q4_0 alike: which numbers a block has, its scale, what is refused.
#include <array>
#include <optional>

#include "grader/plain.hpp"
#include "tests/week3/01-bytes/quantize_q8_0/float16.hpp"

MISTAKE(blocks_by_column,
    "The blocks are in the wrong order: the first block of every row, then the second of every row. All blocks of row 0 come first, then those of row 1.",
    "块的次序不对：先是每一行的第一块，再是每一行的第二块。应先放完第 0 行的所有块，再放第 1 行的。");
MISTAKE(blocks_doubled,
    "There are twice as many blocks as there should be, the first half of them zeros, as if push_back came after a resize. Use reserve, or assign to blocks[b].",
    "块多了一倍，前一半全是零，好像 resize 之后又 push_back 了一遍。请改用 reserve，或者给 blocks[b] 赋值。");
MISTAKE(columns_in_blocks,
    "columns is the number of blocks of a row. It should be the number of numbers, weight.shape(1).",
    "columns 存成了每行的块数。它应是每行有多少个数，即 weight.shape(1)。");
MISTAKE(columns_unchecked, "A row that does not end with a whole block is accepted. Keep the check of the stub.",
    "行末凑不满一块的矩阵也接受了。请保留桩代码里的检查。");
MISTAKE(every_so_many_numbers,
    "The numbers of a block lie apart in the row, columns / 32 from one to the next. They should be neighbours: 32 b to 32 b + 31.",
    "一块里的数不相邻，彼此相隔 columns / 32 个。一块的 32 个数应是相邻的：第 32 b 到 32 b + 31 个。");
MISTAKE(infinity_unrefused,
    "Infinite numbers aren't refused, and neither are numbers so large that the scale is infinite in float16. Throw std::invalid_argument if the scale is infinite.",
    "无穷大没有拒绝，大到让缩放系数在 float16 里成为无穷大的数也没有拒绝。缩放系数为无穷大时，应抛出 std::invalid_argument。");
MISTAKE(large_scale_unrefused,
    "Numbers so large that the scale is infinite in float16 are accepted. Throw std::invalid_argument for them.",
    "数太大、缩放系数在 float16 里成为无穷大时，也接受了。这时应抛出 std::invalid_argument。");
MISTAKE(large_weights_refused,
    "Numbers beyond +-65504 are refused. Only the scale has to fit into a float16, and it is much smaller than they are.",
    "绝对值大于 65504 的数被拒绝了。float16 只需要放得下缩放系数，而它比这些数小得多。");
MISTAKE(largest_not_reset,
    "The largest number is carried over from block to block: a block that comes after larger numbers gets their scale. Set it to 0 at the start of each block.",
    "最大值从一块带到了下一块：排在大数后面的块用了前面的缩放系数。每一块开始时要把它清零。");
MISTAKE(largest_not_reset_in_a_row,
    "The largest number is carried over through a row: a block that comes after larger numbers gets their scale. Set it to 0 at the start of each block, not of each row.",
    "最大值在一行里一直带下去：排在大数后面的块用了前面的缩放系数。应在每一块、而不是每一行开始时清零。");
MISTAKE(last_value_lost,
    "The last number of each block is left out: it doesn't count for the scale, and its value is 0. A block has 32 numbers, 0 to 31.",
    "每块的最后一个数没有算进去：算缩放系数时少了它，它的值是 0。一块有 32 个数：第 0 到 31 个。");
MISTAKE(nan_noticed_last_only,
    "NaN is noticed only where it is the last number of a block: perhaps it stays the largest there, and anywhere else the next number replaces it. Check each number with std::isfinite.",
    "NaN 只有排在块的最后才会发现：大概那时它留作最大值，排在别处就被下一个数顶替了。请用 std::isfinite 检查每个数。");
MISTAKE(nan_unrefused,
    "NaN is accepted. It is never larger than anything, so a search for the largest may pass over it: check each number with std::isfinite.",
    "NaN 被接受了。它不比任何数大，找最大值时可能会略过它：请用 std::isfinite 检查每个数。");
MISTAKE(no_columns_refused, "A matrix without columns is refused. It has no blocks, and that is fine.",
    "没有列的矩阵被拒绝了。它只是没有块，这没有问题。");
MISTAKE(no_rows_refused, "A matrix without rows is refused. It has no blocks, and that is fine.",
    "没有行的矩阵被拒绝了。它只是没有块，这没有问题。");
MISTAKE(one_scale_for_all,
    "All blocks have the same scale, from the largest number of the whole matrix. Each block of 32 numbers has its own.",
    "所有的块共用一个缩放系数，来自整个矩阵里最大的数。每 32 个数的块各有自己的。");
MISTAKE(one_scale_for_a_row,
    "All blocks of a row have the same scale, from the row's largest number. Each block of 32 numbers has its own.",
    "一行里的块共用一个缩放系数，来自这一行里最大的数。每 32 个数的块各有自己的。");
MISTAKE(other_axes_accepted, "A weight that has not exactly two axes is accepted. Keep the check of the stub.",
    "不是两个轴的 weight 也接受了。请保留桩代码里的检查。");
MISTAKE(rounded_scale,
    "The values are computed with the scale after it was rounded to float16: some differ, and where it rounds to 0 all are lost. Compute 1 / d before d is rounded to float16.",
    "算值时用的是舍入成 float16 之后的缩放系数：有些值会不同；它舍入成 0 时就全丢了。1 / d 应在 d 舍入成 float16 之前算好。");
MISTAKE(rows_and_columns_exchanged, "rows and columns are exchanged: rows is weight.shape(0).",
    "rows 和 columns 写反了：rows 是 weight.shape(0)。");
MISTAKE(scale_above_65504_refused,
    "A scale between 65504 and 65520 is refused. float16 rounds it to 65504: round first, then check whether it is infinite.",
    "65504 与 65520 之间的缩放系数被拒绝了。float16 会把它舍入成 65504：应先舍入，再看是不是无穷大。");
MISTAKE(scale_is_its_inverse, "1 / d is stored as the scale. A number is its value times the scale: store d.",
    "缩放系数存成了 1 / d。数等于值乘缩放系数：应存 d。");
MISTAKE(scale_of_65520_accepted,
    "A scale of 65520 is accepted, and float16 makes it infinite: it is halfway between 65504 and 65536, which float16 does not have. Round first, then check whether it is infinite.",
    "缩放系数恰为 65520 时接受了，而 float16 会把它变成无穷大：它正好在 65504 与 65536 的正中间，而 float16 没有 65536。应先舍入，再看是不是无穷大。");
MISTAKE(sizes_not_set, "rows and columns are 0: the result has to say how large the matrix is.",
    "rows 和 columns 是 0：结果里要写明矩阵的大小。");
FAMILY(small_blocks_lost,
    "Blocks of small numbers become zeros. 1 / d counts as 0 only where it is infinite, and then d is below 2.94e-39; values are kept even where the scale rounds to 0.",
    "数很小的块成了全零的块。只有 1 / d 为无穷大（d 小于 2.94e-39）时才按 0 算；哪怕缩放系数舍入成了 0，值也要保留。",
    1e-36, 1e-20, 5e-8, 2e-6, 5e-6, 4e-5);
MISTAKE(values_of_block_0,
    "The values of each block are made from the numbers of the row's first block: perhaps 32 times the number of the block is missing from an index.",
    "每一块的值都是用这一行第一块的数算的：取数的下标里大概少了 32 乘块号。");
MISTAKE(wrong_exception,
    "What has to be refused is refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "该拒绝的拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");

/// What one block is made from.
struct Numbers {
    std::array<float, 32> x = {};
    float least = 0, most = 0;         // of those that its scale is made of
    float largest = 0;                 // of these the one with the largest absolute value, of several the first
    std::optional<float> stored = {};  // where that is not d
    bool unrefused = false;            // however large its scale is
};
using BlockValues = std::array<std::int64_t, 32>;

/// `d_of(numbers)` is a block's scale; `values_of(numbers, d, inverse)` are its values, as blocks.hpp looks at them.
template <class D, class V>
grader::Values quantized(grader::Run& run, const D& d_of, const V& values_of) {
    const grader::Floats& weight = run.floats("weight");
    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    // What comes of a weight that should have been refused is not known; where its shape is wrong, it is not looked at.
    const grader::Value unknown = grader::Integers({1}, grader::any_number);
    const grader::Values accepted(4, unknown);
    const bool two_axes = weight.shape.size() == 2, whole_blocks = weight.width() % 32 == 0;
    if (!two_axes || !whole_blocks) {
        if ((two_axes || other_axes_accepted) && (whole_blocks || columns_unchecked)) return {unknown};
        refuse();
    }
    const std::size_t rows = weight.shape[0], columns = weight.shape[1], across = columns / 32, blocks = rows * across;
    if ((rows == 0 && no_rows_refused) || (columns == 0 && no_columns_refused)) throw std::invalid_argument("");

    const bool by_column = blocks_by_column, apart = every_so_many_numbers;
    const auto number = [&](std::size_t b, std::size_t i) {  // number i of block b
        const std::size_t r = by_column ? b % rows : b / across, c = by_column ? b / rows : b % across;
        return weight.values[r * columns + (apart ? i * across + c : 32 * c + i)];
    };
    const bool nan_passes = nan_unrefused || nan_noticed_last_only, infinity_passes = infinity_unrefused;
    const std::size_t width = last_value_lost ? 31 : 32;
    Blocks y{rows, columns, {}, {}};
    Numbers numbers;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t row_begins = b / across * across;
        if (!largest_not_reset && !(largest_not_reset_in_a_row && b != row_begins)) numbers.largest = 0;
        std::size_t from = b, to = b + 1;
        if (one_scale_for_all) from = 0, to = blocks;
        else if (one_scale_for_a_row) from = row_begins, to = from + across;
        numbers.least = numbers.most = number(from, 0);
        for (std::size_t i = 0; i < 32; ++i) {
            numbers.x[i] = number(b, i);
            if ((std::isnan(numbers.x[i]) && !nan_passes) || (std::isinf(numbers.x[i]) && !infinity_passes)) refuse();
        }
        if (std::any_of(numbers.x.begin(), numbers.x.end(), [](float x) { return std::isnan(x); })) {
            if (nan_unrefused || !std::isnan(numbers.x[31])) return accepted;
            refuse();
        }
        for (std::size_t k = from; k < to; ++k) {
            for (std::size_t i = 0; i < width; ++i) {
                const float x = number(k, i);
                if (std::abs(x) > std::abs(numbers.largest)) numbers.largest = x;
                numbers.least = std::min(numbers.least, x);
                numbers.most = std::max(numbers.most, x);
            }
        }
        const float size = std::abs(numbers.largest);
        if (large_weights_refused && size > 65504) throw std::invalid_argument("");

        float d = d_of(numbers);
        if (scale_above_65504_refused && std::abs(d) > 65504) throw std::invalid_argument("");
        const float inverse = std::isinf(1 / d) ? 0 : 1 / d;
        const std::uint16_t scale = float16_bits(scale_is_its_inverse ? inverse : numbers.stored.value_or(d));
        if (std::isinf(float16_value(scale))) {
            const bool is_65520 = std::abs(d) == 65520;
            if (numbers.unrefused || infinity_unrefused || large_scale_unrefused ||
                (scale_of_65520_accepted && is_65520))
                return accepted;
            refuse();
        }
        y.scales.push_back(scale);
        if (rounded_scale) d = float16_value(float16_bits(d));
        const bool lost = small_blocks_lost && size < small_blocks_lost.number();
        if (values_of_block_0)
            for (std::size_t i = 0; i < 32; ++i) numbers.x[i] = number(row_begins, i);
        BlockValues values = values_of(numbers, d, std::isinf(1 / d) || lost ? 0 : 1 / d);
        if (last_value_lost) values[31] = 0;
        y.values.insert(y.values.end(), values.begin(), values.end());
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
