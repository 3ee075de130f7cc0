#pragma once
// What people get wrong in q8_0_linear, and the function that gets it wrong.
#include <algorithm>
#include <optional>

#include "grader/plain.hpp"
#include "tests/week3/01-bytes/q8_0_linear/weights.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(another_exception,
    "What has to be refused is refused, but not with the contract's exception. Throw std::invalid_argument, as the stub does.",
    "该拒绝的都拒绝了，但异常不是契约规定的那一种。请像桩代码那样抛出 std::invalid_argument。");
MISTAKE(bias_checked_by_size,
    "You check how many elements the bias has, but not its axes: (1, rows) is accepted. The contract asks for one axis.",
    "你检查了偏置的元素个数，却没检查它有几个轴：(1, rows) 也被接受了。契约要求偏置是一维的。");
MISTAKE(bias_each_block, "The bias is added for every block. Add it once, before or after the loop over the blocks.",
    "每一块都加了一次偏置。加一次就够了：放在对块的循环之前或之后。");
MISTAKE(bias_first_row_only, "The bias is added only to the first row of the result. Every row gets it.",
    "偏置只加到了结果的第一行。每一行都要加。");
MISTAKE(bias_per_row,
    "The bias is added along the wrong axis: element r goes to row r of x. Element o belongs to output o.",
    "偏置加错了轴：第 r 个元素加到了 x 的第 r 行。第 o 个元素应加到第 o 个输出。");
MISTAKE(bias_required, "Without a bias your function throws. It is a std::optional: read it only if (bias).",
    "没有偏置时你的函数抛出了异常。它是 std::optional：先判断 if (bias) 再读。");
MISTAKE(
    bias_scaled, "The bias is multiplied by the scales. Add it as it is.", "偏置也乘上了缩放系数。偏置应原样相加。");
MISTAKE(bias_unchecked,
    "A bias that does not fit is not refused. Keep the check of the stub: one axis, weight.rows elements.",
    "偏置与权重不匹配时没有拒绝。请保留桩代码里的检查：一维，weight.rows 个元素。");
MISTAKE(block_count_unchecked,
    "A weight that has fewer or more blocks than rows * columns / 32 is accepted. Keep the check of the stub.",
    "权重的块数不等于 rows * columns / 32 时没有拒绝。请保留桩代码里的检查。");
MISTAKE(blocks_by_columns,
    "The blocks of the weight are taken as if those of one column came first. They lie row by row: block k of row o is number o * columns / 32 + k.",
    "权重的块被当成一列一列存的了。它们是一行一行存的：第 o 行的第 k 块是第 o * columns / 32 + k 个。");
MISTAKE(blocks_with_rows_as_stride,
    "Row o of the weight is looked for at block o * rows, or o * 32. A row has columns / 32 blocks, so it begins at o * columns / 32.",
    "权重的第 o 行是从第 o * rows 块（或 o * 32 块）找起的。一行有 columns / 32 块，所以它从第 o * columns / 32 块开始。");
MISTAKE(columns_unchecked, "Columns that are no multiple of 32 are accepted. Refuse them.",
    "列数不是 32 的倍数时没有拒绝。应当拒绝。");
MISTAKE(divided_by_128,
    "A block's scale in x is its largest absolute value divided by 128. Divide by 127, or rather, call quantize_q8_0.",
    "x 里一块的缩放系数是用最大的绝对值除以 128 算的。应当除以 127：请调用 quantize_q8_0。");
MISTAKE(first_axis_as_rows,
    "You take x.shape(0) for the number of rows, which is right with two axes only. Take the product of all axes but the last.",
    "你把 x.shape(0) 当成了行数，这只在二维时成立。行数是除最后一个轴以外所有轴的乘积。");
MISTAKE(first_block_only, "Only the first block of each row is multiplied. A row has columns / 32 blocks.",
    "每行只乘了第一块。一行有 columns / 32 块。");
MISTAKE(first_rows_only, "Only the first x.shape(0) rows are computed. With three axes or more there may be more.",
    "只算了前 x.shape(0) 行。三维以上时行数可能比这多。");
MISTAKE(first_row_of_x,
    "Every row of the result is computed from the first row of x. Row r begins at block r * columns / 32.",
    "结果的每一行都是用 x 的第一行算的。第 r 行从第 r * columns / 32 块开始。");
MISTAKE(halves_to_even,
    "Halves of x are rounded to even, as std::nearbyint does, and ggml's fast code for x86. The contract's quantization "
    "rounds them away from zero: call quantize_q8_0.",
    "x 里恰好一半的舍入到了偶数，std::nearbyint 和 ggml 在 x86 上的快速代码就是这样。契约的量化要向远离零的方向舍入：请调用 "
    "quantize_q8_0。");
MISTAKE(halves_up,
    "Halves of x are rounded up, so that -0.5 becomes 0. They should go away from zero: call quantize_q8_0.",
    "x 里恰好一半的总是向上舍入，-0.5 成了 0。应当向远离零的方向舍入：请调用 quantize_q8_0。");
MISTAKE(inputs_accepted,
    "An x with NaN or infinity is accepted, and one that is too large as well. quantize_q8_0 refuses them, and so must this function.",
    "x 里有 NaN、无穷大或者太大的数时没有拒绝。quantize_q8_0 会拒绝，这个函数也要拒绝。");
MISTAKE(inputs_scale_forgotten, "The scale of x is missing: a block's sum is multiplied by both scales.",
    "漏了 x 的缩放系数：一块的和要乘两个系数。");
MISTAKE(inputs_scale_of_the_first_block,
    "The scale of x is that of the first block of its row, for the whole row. Each block has its own: block k of row r is number r * columns / 32 + k.",
    "x 的缩放系数整行都用了第一块的。每一块有自己的：第 r 行第 k 块是第 r * columns / 32 + k 块。");
MISTAKE(inputs_scale_of_the_first_row,
    "The scales of x are those of its first row, for every row. Block k of row r is number r * columns / 32 + k.",
    "x 的每一行都用了第一行的缩放系数。第 r 行第 k 块是第 r * columns / 32 + k 块。");
MISTAKE(inputs_with_row_as_block,
    "Row r of x is looked for at block r. A row has columns / 32 blocks, so it begins at r * columns / 32.",
    "x 的第 r 行是从第 r 块找起的。一行有 columns / 32 块，所以它从第 r * columns / 32 块开始。");
MISTAKE(large_accepted,
    "An x whose scale is infinite in float16 is accepted. quantize_q8_0 refuses it, and so must this function.",
    "x 的缩放系数在 float16 里是无穷大时没有拒绝。quantize_q8_0 会拒绝，这个函数也要拒绝。");
MISTAKE(last_block_missed, "The last block of each row is missing. A row has columns / 32 blocks.",
    "每行漏了最后一块。一行有 columns / 32 块。");
MISTAKE(last_of_block_missed, "The last number of each block is missing from the sum. A block has 32.",
    "每块求和时漏了最后一个数。一块有 32 个。");
MISTAKE(minus_128_not_turned,
    "Where the weight's value is -128 and that of x below 0, the product has the wrong sign, perhaps because a sign is turned in 8 bits: -(-128) is -128 there. Multiply the values as they are, as int.",
    "权重的值是 -128、x 的值小于 0 时，积的符号错了。也许是在 8 位里变了号：那里 -(-128) 还是 -128。请直接按 int 相乘。");
MISTAKE(nan_accepted, "An x with NaN or infinity is accepted. quantize_q8_0 refuses it, and so must this function.",
    "x 里有 NaN 或无穷大时没有拒绝。quantize_q8_0 会拒绝，这个函数也要拒绝。");
MISTAKE(no_bias, "The bias is not added. Add it where there is one.", "没有加偏置。有偏置时要加上。");
MISTAKE(one_scale_for_x,
    "All of x is quantized with one scale, that of its largest number. Each 32 neighbours have a scale of their own: call quantize_q8_0.",
    "整个 x 用了同一个缩放系数，由其中最大的数决定。每 32 个相邻的数有自己的系数：请调用 quantize_q8_0。");
MISTAKE(one_scale_per_row,
    "Each row of x is quantized with one scale. Each 32 neighbours have a scale of their own: call quantize_q8_0.",
    "x 的每一行用了同一个缩放系数。每 32 个相邻的数有自己的系数：请调用 quantize_q8_0。");
MISTAKE(output_shape_of_input, "The result has as many columns as x. It should have weight.rows, one for each output.",
    "结果的列数和 x 一样。它应有 weight.rows 列，每个输出一列。");
MISTAKE(output_transposed, "The result is transposed: outputs by rows of x. It should be rows of x by outputs.",
    "结果转置了：成了输出数 × x 的行数。应是 x 的行数 × 输出数。");
FAMILY(lanes_in_16_bits,
    "A block is added up in {} lanes of 16 bits, which end at 32,767: a lane holds two products of 127 · 127, and no third. Let the lanes be int.",
    "一块在 {} 个 16 位的通道里累加，而 16 位到 32,767 为止：127 · 127 的积放得下两个，放不下三个。通道请用 int。", 4,
    8);
FAMILY(parts_in_16_bits,
    "{} products at a time are added up in 16 bits, which end at 32,767: they hold two products of 127 · 127, and no third. Add up in an int.",
    "每 {} 个积先在 16 位里相加，而 16 位到 32,767 为止：127 · 127 的积放得下两个，放不下三个。请用 int 累加。", 4, 8,
    16);
MISTAKE(product_in_8_bits,
    "The product of two values is kept in 8 bits, which cannot hold it: 127 · 127 needs 15. Let it be an int.",
    "两个值的积只用了 8 位来存，放不下：127 · 127 要 15 位。请让它是 int。");
MISTAKE(rank_2_only,
    "Only a matrix x is accepted. quantize_q8_0 takes two axes, but this function any number: give quantize_q8_0 a copy of x, reshaped to rows of `columns`.",
    "只接受二维的 x。quantize_q8_0 只收二维，但这个函数不限：请把 x 的副本 reshape 成每行 columns 个数，再交给它。");
MISTAKE(rank_lost,
    "The result always has two axes. It should have the shape of x with the last axis replaced by weight.rows.",
    "结果总是二维的。它的形状应当就是 x 的形状，只把最后一个轴换成 weight.rows。");
MISTAKE(row_scale_of_the_first_block,
    "The weight's scale is taken from the first block of each row. Each block has its own.",
    "权重的缩放系数取自每行的第一块。每块有自己的系数。");
MISTAKE(scaled_once,
    "Whole numbers are added up over all blocks, and scaled once, by the last block's scales. Each block has its own: scale before you add.",
    "把所有块的整数加在一起，最后才乘一次系数，用的是最后一块的。每块的系数不同：应当先乘系数再相加。");
MISTAKE(scaled_once_by_the_first,
    "Whole numbers are added up over all blocks, and scaled once, by the first block's scales. Each block has its own: scale before you add.",
    "把所有块的整数加在一起，最后才乘一次系数，用的是第一块的。每块的系数不同：应当先乘系数再相加。");
MISTAKE(scales_added, "The two scales are added. Multiply them: each belongs to one factor of every product.",
    "两个缩放系数加了起来。应当相乘：每个积的两个因子各有一个系数。");
MISTAKE(whole_in_float16,
    "The sum over a block is multiplied by a scale that is still a float16, and so the product is one, too: it loses digits, and from 65,520 on it is infinite. Convert both scales to float first.",
    "一块的和乘的缩放系数还是 float16，乘积于是也成了 float16：丢了位数，从 65520 起成了无穷大。请先把两个缩放系数都转成 float。");
MISTAKE(whole_and_scales_in_float16,
    "The product of the two scales is a float16, and so it's one again when it is multiplied by the sum over a block: it loses digits twice, and a sum of 65,520 or more is infinite there. Convert both scales to float first.",
    "两个缩放系数的乘积是 float16，再乘一块的和，得到的还是 float16：丢了两次位数，而且和到 65520 就成了无穷大。请先把两个缩放系数都转成 float。");
MISTAKE(scales_in_float16,
    "The product of the two scales is rounded to float16: it loses digits, becomes infinite from 65520 on, and 0 below 3e-8. Convert both to float before you multiply.",
    "两个缩放系数的积被舍入成了 float16：丢了位数，从 65520 起成了无穷大，小于 3e-8 就成了 0。请先把两个都转成 float 再相乘。");
MISTAKE(scales_of_the_first_row, "The weight's scales are those of its first row, for every output. Row o has its own.",
    "每个输出用的都是权重第一行的缩放系数。第 o 行有自己的系数。");
FAMILY(sum_cut_to_bits,
    "The sum over a block is kept in {} bits, which cannot hold it: 32 · 127 · 127 needs 20. Use int.",
    "一块的和只用了 {} 位来存，放不下：32 · 127 · 127 要 20 位。请用 int。", 8, 16);
MISTAKE(sum_in_float16, "The blocks are added up in float16, which has three digits. Use float.",
    "块与块的和是用 float16 累加的，它只有三位有效数字。请用 float。");
MISTAKE(sum_not_reset, "A block's sum contains those of the blocks before it in its row: begin at 0 for every block.",
    "一块的和里还留着同一行里前面各块的和：每块都要从 0 开始。");
MISTAKE(sum_not_reset_per_output, "Each output contains those before it: begin at 0, or at the bias, for every output.",
    "每个输出里都留着前面的输出：每个输出都要从 0（或偏置）开始。");
MISTAKE(truncated, "The values of x are cut off, and not rounded: call quantize_q8_0.",
    "x 的值直接截掉了小数，没有舍入到最近的整数：请调用 quantize_q8_0。");
MISTAKE(values_by_rounded_scale,
    "x is quantized with a scale that was rounded to float16 before, and some values differ. 1 / d has to be computed before d is rounded: call quantize_q8_0.",
    "量化 x 时用的是已经舍入成 float16 的缩放系数，有些值会不同。1 / d 要在 d 舍入之前算好：请调用 quantize_q8_0。");
MISTAKE(total_in_int,
    "The blocks are added up in an int, so that each sum loses its fraction. Let this sum be a float, and only that over a block an int.",
    "各块的结果是用 int 累加的，每加一块都丢掉小数部分。这个总和应是 float，只有块内的和用 int。");
MISTAKE(vector_gives_matrix,
    "For a single vector you return a matrix of one row. Without leading axes in x there are none in the result: its shape is (rows,).",
    "输入是单个向量时，你返回了只有一行的矩阵。输入没有前置轴，输出也没有：形状是 (rows,)。");
MISTAKE(weight_as_unsigned,
    "The values of the weight are taken as unsigned, so that -1 becomes 255. They should be std::int8_t.",
    "权重的值被当成了无符号数，-1 成了 255。它们是 std::int8_t。");
FAMILY(weight_rounded_to_bits,
    "The weight is dequantized into a type of {} bits of precision, and loses digits. A value times a scale needs 18: use float, or multiply the whole numbers first.",
    "权重反量化成了只有 {} 位精度的类型，丢了位数。值乘系数要 18 位：请用 float，或者先乘整数。", 8, 11);
MISTAKE(weight_scale_forgotten, "The scale of the weight is missing: a block's sum is multiplied by both scales.",
    "漏了权重的缩放系数：一块的和要乘两个系数。");
MISTAKE(written_transposed,
    "The results are written the other way round: output o of row r is element r * weight.rows + o.",
    "结果写反了位置：第 r 行的第 o 个输出是第 r * weight.rows + o 个元素。");
MISTAKE(x_not_quantized,
    "x is not quantized: its numbers are multiplied as they are. The contract asks for whole numbers on both sides, by quantize_q8_0.",
    "x 没有量化，直接用原来的数去乘了。契约要求两边都是整数：请用 quantize_q8_0。");
MISTAKE(x_not_quantized_and_all_accepted,
    "x is not quantized: its numbers are multiplied as they are, and NaN or numbers too large are not refused either. The contract asks for whole numbers on both sides, by quantize_q8_0.",
    "x 没有量化，直接用原来的数去乘了，于是 NaN 和太大的数也没有拒绝。契约要求两边都是整数：请用 quantize_q8_0。");
MISTAKE(x_scale_unrounded, "The scale of x is not rounded to float16. quantize_q8_0 stores it rounded: use that one.",
    "x 的缩放系数没有舍入成 float16。应当用 quantize_q8_0 存下来的那个。");
MISTAKE(x_unchecked,
    "An x that does not fit the weight is not refused. Keep the check of the stub: x.shape().back() == weight.columns.",
    "x 与权重不匹配时没有拒绝。请保留桩代码里的检查：x.shape().back() == weight.columns。");
MISTAKE(x_checked_by_size,
    "You check the number of elements, and not the last axis: (6, 32) has as many as (3, 64). Compare x.shape().back().",
    "你检查的是元素个数，而不是最后一个轴：(6, 32) 和 (3, 64) 的元素一样多。请比较 x.shape().back()。");
MISTAKE(zero_block_ends_the_row,
    "Where the scale of a block of x is 0, the blocks after it in its row are left out, too. That block adds 0, and the row goes on.",
    "x 的某一块缩放系数是 0 时，这一行后面的块也没有算。这一块只是加 0，后面的照样要算。");
MISTAKE(zero_rows_refused, "An x without rows is refused, but no rows in is no rows out.",
    "这里拒绝了没有行的 x，但输入零行，输出就是零行。");

/// Rows in blocks: real numbers, where x is not quantized.
struct Blocks {
    std::vector<Real> scales, values;
};

static Blocks quantized_x(const Floats& x, std::size_t columns) {
    Blocks blocks;
    const bool unquantized = x_not_quantized || x_not_quantized_and_all_accepted,
               all_accepted = inputs_accepted || x_not_quantized_and_all_accepted;
    const auto look_at = [&](float number) {
        if (!std::isfinite(number) && !nan_accepted && !all_accepted) throw std::invalid_argument("");
    };
    std::for_each(x.begin(), x.end(), look_at);
    const std::size_t span = one_scale_for_x ? x.size() : one_scale_per_row ? columns : 32;
    const bool to_even = halves_to_even, cut = truncated, up = halves_up, by_rounded = values_by_rounded_scale;
    for (std::size_t begin = 0; begin + span <= x.size() && span > 0; begin += span) {
        float largest = 0;
        for (std::size_t i = begin; i < begin + span; ++i) largest = std::max(largest, std::abs(x.values[i]));
        const float d = largest / (divided_by_128 ? 128 : 127), stored = q8_0::rounded(d, 11),
                    by = by_rounded ? stored : d;
        if (std::isinf(stored) && std::isfinite(d) && !large_accepted && !all_accepted) throw std::invalid_argument("");
        const float inverse = std::isinf(1 / by) ? 0 : 1 / by;
        for (std::size_t i = begin; i < begin + span; ++i) {
            if (i % 32 == 0) blocks.scales.push_back(unquantized ? 1 : x_scale_unrounded ? d : stored);
            const float product = x.values[i] * inverse;
            blocks.values.push_back(unquantized ? x.values[i]
                                    : to_even   ? std::nearbyint(product)
                                    : cut       ? std::trunc(product)
                                    : up        ? std::floor(product + 0.5f)
                                                : std::min(std::round(product), 127.0f));
        }
    }
    return blocks;
}

static Blocks given_weight(Run& run) {
    q8_0::Rows rows;
    if (run.has("weight")) {
        const Floats& weight = run.floats("weight");
        rows = q8_0::of_floats(weight.data(), weight.size());
    } else {
        rows = {run.floats("scales").values, run.integers("values")};
    }
    return {{rows.scales.begin(), rows.scales.end()}, {rows.values.begin(), rows.values.end()}};
}

static Values q8_0_linear(Run& run) {
    const auto size = [&](const char* name) { return static_cast<std::size_t>(run.number(name)); };
    const Floats &x = run.floats("x"), *bias = run.has("bias") ? &run.floats("bias") : nullptr;
    const std::size_t rows = size("rows"), columns = size("columns"), rank = x.shape.size(), count = columns / 32;
    Blocks weight = given_weight(run);
    const auto refuse = [] { another_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };

    Shape shape = x.shape;
    if (shape.empty()) refuse();
    const auto whatever = [&] {
        shape.back() = rows;
        return Values{Floats(shape, grader::anything())};
    };
    if (columns % 32 != 0) {
        if (columns_unchecked) return whatever();
        refuse();
    }
    const bool lies = weight.scales.size() != rows * count;
    if (lies && !block_count_unchecked) refuse();
    const bool fits = x_checked_by_size ? x.size() % columns == 0 : x_unchecked || x.width() == columns;
    if (!fits) refuse();
    if (bias && bias->shape != Shape{rows}) {
        if (bias_checked_by_size ? bias->size() != rows : !bias_unchecked) refuse();
        if (!bias_checked_by_size) return whatever();
    }
    if (lies || x.width() != columns) return whatever();
    if ((rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    if (bias_required && !bias) throw std::bad_optional_access();

    const Blocks inputs = quantized_x(x, columns);
    if (!std::all_of(x.begin(), x.end(), [](float number) { return std::abs(number) < 8.3e6f; })) return whatever();
    std::size_t lines = x.size() / columns;
    if (first_axis_as_rows && rank != 2) return {Floats({x.shape[0], rows}, grader::anything())};
    shape.back() = output_shape_of_input ? columns : rows;
    if (vector_gives_matrix && rank == 1) shape = {1, rows};
    if (rank_lost) shape = {lines, rows};
    if (output_transposed && rank > 1) shape = {rows, lines};
    if (output_shape_of_input && rows != columns) return {Floats(shape, grader::anything())};
    if (weight_as_unsigned)
        for (Real& value : weight.values) value += value < 0 ? 256 : 0;
    if (weight_rounded_to_bits) {
        for (std::size_t i = 0; i < weight.values.size(); ++i)
            weight.values[i] = q8_0::rounded(static_cast<float>(weight.values[i] * weight.scales[i / 32]),
                static_cast<int>(weight_rounded_to_bits.number()));
        std::fill(weight.scales.begin(), weight.scales.end(), 1);
    }

    // Asked once and not for every block.
    const bool once = scaled_once || scaled_once_by_the_first, by_first = scaled_once_by_the_first,
               no_reset = sum_not_reset, without_dx = inputs_scale_forgotten, without_dw = weight_scale_forgotten,
               in_half = scales_in_float16, half_whole = whole_in_float16, half_all = whole_and_scales_in_float16,
               half_sum = sum_in_float16, each_block = bias_each_block, by_columns = blocks_by_columns,
               by_rows = blocks_with_rows_as_stride, of_first_block = row_scale_of_the_first_block,
               of_first_row = scales_of_the_first_row, added_up = scales_added, short_product = product_in_8_bits,
               turned = minus_128_not_turned, x_by_row = inputs_with_row_as_block, in_int = total_in_int,
               ends_at_zero = zero_block_ends_the_row, x_first_block = inputs_scale_of_the_first_block,
               x_first_row = inputs_scale_of_the_first_row;
    const int bits = sum_cut_to_bits ? static_cast<int>(sum_cut_to_bits.number()) : 0;
    const std::size_t part = parts_in_16_bits ? static_cast<std::size_t>(parts_in_16_bits.number()) : 0;
    const std::size_t lanes = lanes_in_16_bits ? static_cast<std::size_t>(lanes_in_16_bits.number()) : 0;
    const std::size_t blocks = first_block_only    ? std::min<std::size_t>(1, count)
                               : last_block_missed ? count - 1
                                                   : count;
    const std::size_t terms = last_of_block_missed ? 31 : 32;
    const std::size_t most = first_rows_only && rank > 1 ? std::min(lines, x.shape[0]) : first_rows_only ? 1 : lines;
    Floats y({lines, rows}, 0.0f);
    Real running = 0;
    for (std::size_t r = 0; r < lines; ++r) {
        for (std::size_t o = 0; o < rows; ++o) {
            const bool with_bias = bias && !no_bias && !(bias_first_row_only && r > 0);
            const Real added = !with_bias ? 0 : grader::at(*bias, bias_per_row ? r : o);
            Real sum = sum_not_reset_per_output ? running : 0, whole = 0, scale = 1;
            if (half_sum) sum = q8_0::rounded(static_cast<float>(added), 11);
            bool is_anything = false;
            for (std::size_t k = 0; k < blocks; ++k) {
                const std::size_t a = (first_row_of_x ? 0 : x_by_row ? r : r * count) + k;
                const std::size_t b = by_columns ? k * rows + o : by_rows ? o * rows + k : o * count + k;
                if (b >= weight.scales.size()) {
                    is_anything = true;
                    break;
                }
                if (!once && !no_reset) whole = 0;
                Real of_parts = whole, in_lane[8] = {};
                for (std::size_t i = 0; i < terms; ++i) {
                    const bool stays = turned && weight.values[32 * b + i] == -128 && inputs.values[32 * a + i] < 0;
                    const Real product = inputs.values[32 * a + i] * weight.values[32 * b + i] * (stays ? -1 : 1);
                    whole += short_product ? static_cast<std::int8_t>(static_cast<std::int64_t>(product)) : product;
                    if (lanes > 0) in_lane[i % lanes] += product;
                    if (part == 0 || (i + 1) % part != 0) continue;
                    of_parts += static_cast<std::int16_t>(static_cast<std::int64_t>(whole - of_parts));
                    whole = of_parts;
                }
                for (const Real sum : in_lane) whole += static_cast<std::int16_t>(static_cast<std::int64_t>(sum)) - sum;
                if (bits == 16) whole = static_cast<std::int16_t>(static_cast<std::int64_t>(whole));
                if (bits == 8) whole = static_cast<std::int8_t>(static_cast<std::int64_t>(whole));
                const Real dx = without_dx ? 1 : inputs.scales[x_first_block ? a - k : x_first_row ? k : a];
                if (ends_at_zero && dx == 0) break;
                const Real dw = without_dw ? 1 : weight.scales[of_first_block ? o * count : of_first_row ? k : b];
                const Real both = added_up ? dx + dw : dx * dw;
                if (!by_first || k == 0) scale = in_half ? Real(q8_0::rounded(static_cast<float>(both), 11)) : both;
                const auto half = [](Real number) { return Real(q8_0::rounded(static_cast<float>(number), 11)); };
                if (half_whole) sum += half(half(half(whole) * dx) * dw);
                else if (half_all) sum += half(half(whole) * half(both));
                else if (!once) sum += whole * scale;
                if (each_block) sum += added;
                if (half_sum) sum = q8_0::rounded(static_cast<float>(sum), 11);
                if (in_int) is_anything = is_anything || !(std::abs(sum) < 8e6), sum = std::trunc(sum);
            }
            if (once) sum += whole * scale;
            if (!each_block && !half_sum) sum += bias_scaled ? added * scale : added;
            running = sum;
            // After some hundred terms rounding shows.
            const bool unknown = sum_not_reset_per_output && r * rows + o > 100;
            y.values[output_transposed || written_transposed ? o * lines + r : r * rows + o] =
                is_anything || unknown ? grader::anything()
                : r < most             ? static_cast<float>(sum)
                                       : grader::unwritten();
        }
    }
    y.shape = shape;
    return {y};
}
