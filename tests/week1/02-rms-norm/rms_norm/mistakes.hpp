#pragma once
// What people get wrong in rms_norm, and the function that gets it wrong.
#include <algorithm>
#include <functional>
#include <optional>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_for_square, "Under the root is the mean of |x|, not the mean of x²: sqrt(mean(|x|) + eps). Use the square.",
    "根号里是 |x| 的均值，而不是 x² 的均值：sqrt(mean(|x|) + eps)。应当用平方。");
MISTAKE(dim_minus_one, "The sum of squares is divided by D - 1, as for a sample's variance. It has to be divided by D.",
    "平方和除以了 D - 1，那是样本方差的算法。应除以 D。");
MISTAKE(divided_by_all_rows,
    "The sum of squares is divided by the number of rows, x.size() / D. The mean is of the D elements of a row: divide by D.",
    "平方和除以的是行数 x.size() / D。均值是一行 D 个元素的均值：应除以 D。");
MISTAKE(divided_by_rows,
    "The sum of squares is divided by x.shape(0), the length of the first axis. The mean is over the last axis: divide by D, which is dim.",
    "平方和除以了 x.shape(0)，那是第一个轴的长度。均值是沿最后一个轴求的，应当除以 D，也就是 dim。");
MISTAKE(divided_by_size,
    "The sum of a row's squares is divided by x.size(), the number of elements in all rows. The mean is of the D elements of a row: divide by D.",
    "一行的平方和除以了 x.size()，那是所有行的元素总数。均值是一行 D 个元素的均值：应除以 D。");
MISTAKE(eps_after_rsqrt,
    "eps is added to 1 / sqrt(mean(x²)), after the division. There it protects nothing: a row of zeros is still NaN. Add it to the mean square, before the root.",
    "eps 加到了 1 / sqrt(mean(x²)) 上，也就是倒数之后。在那里它什么也保护不了，全零的行仍然是 NaN。应当在开方之前把它加到均方上。");
MISTAKE(eps_as_lower_bound_of_rms,
    "eps is used as a lower bound of the root: max(sqrt(mean(x²)), eps), much as torch.nn.functional.normalize does with the norm. RMSNorm adds it to the mean square of every row, before the root.",
    "eps 被当成了开方之后的下限：max(sqrt(mean(x²)), eps)，torch.nn.functional.normalize 对范数也这样做。RMSNorm 则是在开方之前，把它加到每一行的均方上。");
MISTAKE(eps_as_lower_bound,
    "eps is used as a lower bound: max(mean(x²), eps). Rows above eps then ignore it, and rows below it are all divided by the same sqrt(eps). Add it instead, for every row: mean(x²) + eps.",
    "eps 被当成了下限：max(mean(x²), eps)。这样均方大于 eps 的行完全不受它影响，小于 eps 的行又全都除以同一个 sqrt(eps)。应当对每一行做加法：mean(x²) + eps。");
MISTAKE(eps_divided_by_dim,
    "eps is added to the sum and then divided by D with it: sqrt((sum(x²) + eps) / D). Only 1/D of it is left. Divide the sum first, then add eps.",
    "eps 加到了平方和上，又跟着一起除以了 D：sqrt((sum(x²) + eps) / D)，只剩下 1/D。先把平方和除以 D，再加 eps。");
MISTAKE(eps_machine_epsilon,
    "eps is float's machine epsilon here (1.19e-7), whatever the caller gave. PyTorch takes that only when eps is None; here it is given: use the member eps.",
    "这里的 eps 是 float 的机器精度（1.19e-7），不管调用者传入了什么。PyTorch 只在 eps 为 None 时才用这个值；这里 eps 是给定的，请使用成员 eps。");
MISTAKE(eps_only_for_zeros,
    "eps has no effect here: your code only avoids dividing by zero, all other rows are divided by sqrt(mean(x²)). eps belongs to every row: sqrt(mean(x²) + eps), and then a row of zeros needs no special case.",
    "eps 在这里没有起作用：你只避免了除以零，其余各行仍然除以 sqrt(mean(x²))。每一行都要加 eps，即 sqrt(mean(x²) + eps)，这样全零的行也不必单独处理。");
MISTAKE(eps_outside_root,
    "eps is added after the root: sqrt(mean(x²)) + eps. It belongs under the root, with the mean square. (The RMSNorm authors' own code has it outside; PyTorch and Qwen2 have it inside.)",
    "eps 加在了根号外面：sqrt(mean(x²)) + eps。它应当加在均方上、放在根号里面。（RMSNorm 作者自己的代码放在外面，PyTorch 和 Qwen2 放在里面。）");
MISTAKE(eps_relative, "eps is multiplied in: mean(x²) * (1 + eps). A row of zeros is NaN then. Add it: mean(x²) + eps.",
    "eps 是乘上去的：mean(x²) * (1 + eps)。这样全零的行是 NaN。应当相加：mean(x²) + eps。");
MISTAKE(eps_squared,
    "eps is squared before it is added: sqrt(mean(x²) + eps²). The mean is already one of squares, and eps is added to it as it is.",
    "eps 先平方再相加了：sqrt(mean(x²) + eps²)。这里均值本身就是平方的均值，eps 直接加上去即可，不要再平方。");
MISTAKE(eps_twice,
    "eps is added twice: once to the mean square and once more to the root. Once is enough: sqrt(mean(x²) + eps).",
    "eps 加了两次：均方上加了一次，开方之后又加了一次。加一次就够了：sqrt(mean(x²) + eps)。");
MISTAKE(first_matrix_only,
    "Only the first x.shape(0) rows are normalized, the rest of the output is not. There are x.size() / dim rows.",
    "只归一化了前 x.shape(0) 行，其余输出没有处理。总行数是 x.size() / dim。");
MISTAKE(first_row_for_all,
    "All rows are divided by the root mean square of row 0. Each row has its own: compute it inside the loop over the rows.",
    "所有行都除以了第 0 行的均方根。每一行都有自己的均方根，应当在行循环里面计算。");
MISTAKE(input_edited,
    "The numbers are right, but x itself is changed, and the residual connection still needs the old x. Write into a tensor of your own.",
    "数值是对的，但输入 x 被改了，而残差连接之后还要用原来的 x。请另建一个张量来存结果。");
MISTAKE(int_accumulator,
    "The squares are summed in an int, so each partial sum loses its fraction. Sum in a float: for std::inner_product and std::accumulate that is an initial value of 0.0f.",
    "平方和是用 int 累加的，每一步都会丢掉小数部分。请用 float 累加：用 std::inner_product 或 std::accumulate 时，初始值写 0.0f。");
MISTAKE(integer_division,
    "The mean square is 0 and only eps is left under the root: perhaps 1 / dim divides two integers, and that is 0. Make one of them a float: sum / static_cast<float>(dim).",
    "均方成了 0，根号里只剩下 eps：也许 1 / dim 是两个整数相除，结果是 0。把其中一个换成浮点数：sum / static_cast<float>(dim)。");
MISTAKE(l2_norm,
    "The rows are divided by their L2 norm, sqrt(sum(x²) + eps). Divide the sum by D: it is the root of the mean square.",
    "每一行除以的是它的 L2 范数 sqrt(sum(x²) + eps)。平方和还要除以 D：RMS 是均方的平方根。");
MISTAKE(layer_norm_unbiased,
    "This is LayerNorm, and with the sample variance, divided by D - 1: you subtract the row's mean and divide by the standard deviation. RMSNorm leaves the mean where it is and divides the sum of x² by D.",
    "这是 LayerNorm，而且用的是除以 D - 1 的样本方差：减去了每行的均值，再除以标准差。RMSNorm 不减均值，平方和除以 D。");
MISTAKE(layer_norm,
    "This is LayerNorm: you subtract the row's mean and divide by the standard deviation. RMSNorm leaves the mean where it is: take the mean of x² itself, and divide x itself.",
    "这是 LayerNorm：减去了每行的均值，再除以标准差。RMSNorm 不减均值：直接对 x² 求均值，被除的也是 x 本身。");
MISTAKE(last_column_missed,
    "The last element of each row is never written. A loop that writes a row runs while i < dim.",
    "每一行的最后一个元素没有写。写一行的循环，条件应是 i < dim。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(lazy_variance_in_denominator,
    "Two things: the variance is the mean square with the mean taken out, and RMSNorm leaves it in; and the variance was still lazy when it was broadcast, so that xtensor takes each element's variance from a window that slides across the rows and past the end of x. Take the mean of x², and give it the type Tensor, not auto.",
    "有两处：方差是减掉了均值的均方，而 RMSNorm 不减均值；而且它参与广播时还没有求值，xtensor 给每个元素取的方差来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾。应当求 x² 的均值，类型写 Tensor，不要用 auto。");
MISTAKE(max_abs,
    "The rows are divided by their largest |x|, plus eps. RMSNorm divides by the root of the mean square of all elements.",
    "每一行除以的是最大的 |x|（加 eps）。RMSNorm 除以的是全部元素均方的平方根。");
MISTAKE(mean_of_abs,
    "The rows are divided by mean(|x|) + eps. That is not the root mean square: square first, then take the mean, then the root. Large elements count for more that way.",
    "每一行除以的是 mean(|x|) + eps，这不是均方根。次序是先平方，再求均值，再开方，这样大的元素占的分量更重。");
MISTAKE(mean_of_all,
    "One mean square is taken over the whole tensor, so a large row shrinks all others. Each row has its own: take the mean over the last axis alone.",
    "均方是对整个张量求的，一行大的数会把其他行都压小。每一行有自己的均方：只沿最后一个轴求均值。");
MISTAKE(mean_over_all_but_first_axis,
    "Matrices come out right, but with more axes one mean square is taken over everything that x[i] holds, several rows at once. A row is the last axis alone, however many axes lead.",
    "二维时结果正确，但三维以上时，均方是对 x[i] 的全部元素求的，好几行混在了一起。无论有多少个前置轴，一行都只沿最后一个轴。");
MISTAKE(mean_over_axis_1,
    "The mean is always taken over axis 1. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "均值总是沿轴 1 求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(mean_over_first_axis,
    "The mean is taken over axis 0, down the columns: rows of a batch then depend on each other. Take it over the last axis, x.dimension() - 1.",
    "均值是沿轴 0（纵向逐列）求的，同一批里的各行因此互相影响。应当沿最后一个轴，即 x.dimension() - 1。");
MISTAKE(means_by_first_axis,
    "Yours throws where x does not have just x.shape(0) rows, perhaps in a reshape of the means to (x.shape(0), 1). xt::keep_dims gives them the right shape, however many axes there are.",
    "行数不等于 x.shape(0) 时你的函数会抛异常，也许是因为把均值 reshape 成了 (x.shape(0), 1)。用 xt::keep_dims，不论有几个轴，形状都是对的。");
MISTAKE(multiplied_by_rms,
    "x is multiplied by sqrt(mean(x²) + eps), not divided by it: large rows grow instead of shrinking to about 1. torch.rsqrt is one over the root.",
    "x 乘上了 sqrt(mean(x²) + eps)，而不是除以它：大的行变得更大，而不是回到 1 附近。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_eps,
    "eps is missing: your output equals x / sqrt(mean(x²)) * weight. Rows far above eps hide it, but tiny rows come out too large and a row of zeros becomes NaN. Add eps to the mean square before you take the root.",
    "缺了 eps：你的输出等于 x / sqrt(mean(x²)) * weight。数值远大于 eps 的行看不出差别，但很小的行会被放得过大，全零的行会变成 NaN。开方之前，先给均方加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axis is gone, so the means of N rows are broadcast along the last axis: an exception mostly, and on a square x each column is divided by some row's root. Keep the axis: xt::keep_dims.",
    "求均值后那个轴消失了，N 行的均值于是沿最后一个轴广播：多数情况下抛异常，方阵时则是每一列除以了某一行的均方根。用 xt::keep_dims 保留这个轴。");
MISTAKE(no_root, "The root is missing: x is divided by mean(x²) + eps. Divide by its square root.",
    "缺了开方：x 除以的是 mean(x²) + eps。应当除以它的平方根。");
MISTAKE(no_square,
    "Under the root is the mean of x, not of x²: rows with a mean below -eps become NaN. Square each element before you take the mean.",
    "根号里是 x 的均值，而不是 x² 的均值，均值小于 -eps 的行会变成 NaN。求均值之前，先把每个元素平方。");
MISTAKE(no_weight,
    "The weight is missing: your output equals x / sqrt(mean(x²) + eps). Multiply each element by its weight.",
    "缺了 weight：你的输出等于 x / sqrt(mean(x²) + eps)。每个元素还要乘上自己的权重。");
MISTAKE(numerator_centred,
    "The row's mean is subtracted from x before it is divided; the denominator is right. RMSNorm does not centre: divide x itself.",
    "分母是对的，但分子先减去了这一行的均值。RMSNorm 不做中心化：被除的就是 x 本身。");
MISTAKE(one_plus_weight,
    "You scale by 1 + weight. That is right for Gemma, whose weights are stored as the distance from 1; Qwen2, Llama and PyTorch multiply by the weight itself.",
    "你乘的是 1 + weight。这对 Gemma 是对的，它存的权重是与 1 的差；Qwen2、Llama 和 PyTorch 直接乘 weight。");
MISTAKE(rank_1_refused,
    "A single vector is refused, but x may have no leading axis at all: then it is one row. Count the rows with x.size() / dim, not from an axis that may not be there.",
    "这里拒绝了一维的 x，但 x 可以一个前置轴也没有，这时它就是一行。行数用 x.size() / dim 来算，不要依赖可能不存在的轴。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. x may have any number of leading axes, or none: work on the last axis, x.dimension() - 1, or on x.size() / dim rows.",
    "这里只接受二维的输入。前置轴可以有任意多个，也可以没有：请沿最后一个轴 x.dimension() - 1 计算，或者按 x.size() / dim 行来循环。");
MISTAKE(rank_3_at_most,
    "Up to three axes are accepted, four are refused. x may have any number of leading axes: work on the last axis, x.dimension() - 1, or on x.size() / dim rows.",
    "最多接受三维，四维就拒绝了。前置轴可以有任意多个：请沿最后一个轴 x.dimension() - 1 计算，或者按 x.size() / dim 行来循环。");
MISTAKE(rank_lost,
    "The numbers are right, but the leading axes are gone: the output is rows x D. Give it the shape of x again before you return it.",
    "数值是对的，但前置轴没有了：输出成了 行数 × D。返回之前，把形状恢复成 x 的形状。");
MISTAKE(root_before_mean,
    "The root is taken of each element and the mean after it: mean(sqrt(x² + eps)). Take the mean first: one root for each row.",
    "先对每个元素开方，再求均值：mean(sqrt(x² + eps))。应当先求均值，每一行只开一次方。");
MISTAKE(shape_unchecked_in_loop,
    "A wrong last axis is not refused: loops over such an x may read past the end of a row or of the weight. Keep the stub's require_shapes as the first line.",
    "最后一个轴的长度不对时没有拒绝：对这样的 x 循环，可能越过行尾或 weight 的末尾读取。第一行保留桩代码里的 require_shapes。");
MISTAKE(shape_unchecked,
    "A wrong last axis is not refused: one of length 1 is broadcast against the weight, and the others fail somewhere inside xtensor. Keep the stub's require_shapes as the first line.",
    "最后一个轴的长度不对时没有拒绝：长度为 1 时会与 weight 广播，其他长度则在 xtensor 内部某处出错。第一行保留桩代码里的 require_shapes。");
MISTAKE(square_of_mean,
    "Under the root is the square of the mean, mean(x)² + eps: positive and negative elements cancel. Square each element first, then take the mean.",
    "根号里是均值的平方 mean(x)² + eps，正负元素互相抵消了。先把每个元素平方，再求均值。");
MISTAKE(sum_not_reset,
    "The sum of squares runs on from row to row: row 0 is right, each later row is divided by the squares of all rows before it too. Set the sum to 0 at the start of each row.",
    "平方和一行接一行地累加下去：第 0 行是对的，后面每一行还带着前面各行的平方和。每一行开始时要把平方和清零。");
MISTAKE(variance_in_denominator,
    "The denominator is the standard deviation, sqrt(var(x) + eps), with the mean taken out. RMSNorm divides by the root of mean(x²), with the mean left in: rows far from zero show the difference.",
    "分母用的是标准差 sqrt(var(x) + eps)，里面减掉了均值。RMSNorm 除以的是 mean(x²) 的平方根，均值保留在内；远离零的行最能看出差别。");
MISTAKE(weight_added, "The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.",
    "weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。");
MISTAKE(weight_as_column,
    "The weight is turned into a column, (D, 1), and broadcast down the rows: row i is multiplied by weight[i], and mostly the shapes do not even fit. Leave it (D,): it is broadcast along the last axis by itself.",
    "weight 被变成了一列 (D, 1)，沿着行的方向广播：第 i 行乘的是 weight[i]，形状还多半对不上。保持 (D,) 即可，它本来就会沿最后一个轴广播。");
MISTAKE(weight_before_norm,
    "x is multiplied by the weight first, and the result is normalized: the weight changes the root mean square too. Normalize x, then multiply by the weight.",
    "你先把 x 乘上 weight，再做归一化，weight 因此也改变了均方根。应当先归一化 x，再乘 weight。");
MISTAKE(weight_by_row,
    "The weight is picked by the row: a whole row is multiplied by one weight, row r by weight[r] as far as there is one. There is one weight for each column: weight[i] for the element i of every row.",
    "weight 是按行取的：一整行都乘了同一个权重，r 小于 D 时第 r 行乘的是 weight[r]。权重是每列一个：每一行的第 i 个元素乘 weight[i]。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_of_first_column,
    "weight[0] is multiplied into every column. The weight has one element for each: column i gets weight[i].",
    "每一列都乘了 weight[0]。weight 的每个元素对应一列：第 i 列乘 weight[i]。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right: x / sqrt(mean(x²) + eps) * weight.",
    "weight 乘了两次。乘一次才对：x / sqrt(mean(x²) + eps) * weight。");
MISTAKE(wrong_exception,
    "A wrong last axis is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the stub's require_shapes as the first line.",
    "最后一个轴的长度不对时拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。第一行保留桩代码里的 require_shapes。");
MISTAKE(zero_rows_refused,
    "An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape of x. Nothing special is needed for that, leave the check out.",
    "这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。不需要特殊处理，去掉这个检查。");
FAMILY(eps_fixed,
    "eps is always {} here, whatever the caller gave (1e-5 is this constructor's default, 1e-6 what Qwen2 uses, 1e-8 what the RMSNorm authors' code uses). Use the member eps.",
    "这里的 eps 总是 {}，不管调用者传入了什么（1e-5 是构造函数的默认参数，1e-6 是 Qwen2 用的值，1e-8 是 RMSNorm 作者代码里的值）。请使用成员 eps。",
    1e-5, 1e-6, 1e-8);

static Values rms_norm(Run& run) {
    const Floats &x = run.floats("x"), &weight = run.floats("weight");
    const std::size_t D = weight.size(), rank = x.shape.size();

    if (rank == 0 || x.width() != D) {
        if (wrong_exception) throw std::runtime_error("");
        if (shape_unchecked_in_loop) return {Floats(x.shape, grader::anything())};
        if (!shape_unchecked) throw std::invalid_argument("");
    }
    if ((rank_1_refused && rank < 2) || (rank_2_only && rank != 2) || (rank_3_at_most && rank > 3) ||
        (zero_rows_refused && x.size() == 0))
        throw std::invalid_argument("");

    Real eps = static_cast<float>(run.number("eps"));
    if (no_eps || eps_only_for_zeros) eps = 0;
    if (eps_fixed) eps = static_cast<float>(eps_fixed.number());
    if (eps_machine_epsilon) eps = std::numeric_limits<float>::epsilon();
    if (eps_squared) eps *= eps;
    const Real share = eps_relative ? 1 + eps : 1;
    if (eps_relative) eps = 0;
    if (means_by_first_axis && rank > 0 && D > 0 && x.size() / D != x.shape[0]) grader::xtensor_throws();

    // The mean is over n elements, each `step` behind the one before: over an axis, or over all from an axis on.
    std::size_t axis = mean_over_first_axis ? 0 : mean_over_axis_1 ? 1 : rank - 1;
    if (axis >= rank) grader::xtensor_throws();
    std::size_t n = x.shape[axis], step = 1;
    for (std::size_t k = axis + 1; k < rank; ++k) step *= x.shape[k];
    if (mean_of_all) n = x.size(), step = 1;
    if (mean_over_all_but_first_axis) n = rank == 1 ? 1 : x.size() / std::max<std::size_t>(x.shape[0], 1), step = 1;
    const std::size_t groups = x.size() == 0 ? 0 : x.size() / n;
    const auto first = [&](std::size_t g) { return g / step * step * n + g % step; };

    std::vector<Real> mean(x.size());  // of the group of each element
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t begin = first(g), end = begin + n * step;
        Real sum = 0;
        for (std::size_t i = begin; i < end; i += step) sum += x.values[i];
        for (std::size_t i = begin; i < end; i += step) mean[i] = sum / static_cast<Real>(n);
    }

    // Asked once and not for every element.
    const bool scaled = weight_before_norm, in_int = int_accumulator, running = sum_not_reset,
               absolute = abs_for_square || mean_of_abs, plain = no_square, rooted = root_before_mean,
               centred = layer_norm || layer_norm_unbiased || variance_in_denominator || lazy_variance_in_denominator;
    const Floats& read = grader::fast.read ? *grader::fast.read : x;

    Real sum = 0;
    float so_far = 0;  // in float, whose rounding shows after some thousand rows
    const auto root_of = [&](std::size_t own, auto&& element) {  // of n elements, for the element `own`
        Real largest = 0, whole = 0;
        sum = grader::sum_of(n, [&](std::size_t k) {
            const std::size_t i = element(k);
            Real v = grader::at(read, i);
            if (scaled) v *= weight.values[i % D];
            if (centred) v -= mean[own];
            largest = std::max(largest, std::abs(v));
            if (running) so_far += static_cast<float>(v * v);
            if (in_int) whole = whole > 2e9 ? grader::anything() : std::trunc(whole + v * v);
            return absolute ? std::abs(v) : plain ? v : rooted ? std::sqrt(v * v + eps) : v * v;
        });
        if (running) sum = so_far;
        if (int_accumulator) sum = whole;  // beyond int: undefined
        if (square_of_mean) sum = static_cast<Real>(n) * mean[own] * mean[own];
        if (eps_divided_by_dim) sum += eps, eps = 0;
        const Real divisor = l2_norm                                ? 1
                             : dim_minus_one || layer_norm_unbiased ? Real(D) - 1
                             : divided_by_rows                      ? Real(x.shape[0])
                             : divided_by_all_rows                  ? Real(x.size()) / Real(D)
                             : divided_by_size                      ? Real(x.size())
                                                                    : Real(n);
        const bool nobody_knows = dim_minus_one && D == 1;  // some see to a row of one
        const Real mean_square = integer_division && D > 1 ? 0
                                 : nobody_knows            ? grader::anything()
                                                           : sum / divisor * share;
        return no_root || mean_of_abs      ? mean_square + eps
               : max_abs                   ? largest + eps
               : root_before_mean          ? mean_square
               : eps_outside_root          ? std::sqrt(mean_square) + eps
               : eps_twice                 ? std::sqrt(mean_square + eps) + eps
               : eps_as_lower_bound        ? std::sqrt(std::max(mean_square, eps))
               : eps_as_lower_bound_of_rms ? std::max(std::sqrt(mean_square), eps)
               : eps_only_for_zeros        ? (sum > 0 ? std::sqrt(mean_square) : 1)
               : eps_after_rsqrt           ? std::sqrt(mean_square)
                                           : grader::root_of(mean_square + eps);
    };
    Floats roots(x.shape, 0.0f);
    const bool is_lazy = lazy_mean || lazy_variance_in_denominator;
    if (is_lazy && x.size() * D > (1u << 22))
        return {Floats(x.shape, grader::anything())};  // it costs D for each element
    if (is_lazy) {                                     // a window of n elements that slides from element to element
        for (std::size_t i = 0; i < x.size(); ++i)
            roots.values[i] = float(root_of(i, [&](std::size_t k) { return i / D * (2 * D - 1) + i % D + k; }));
    } else {
        const Real kept_eps = eps;
        Floats reduced(x.shape, 0.0f);
        reduced.shape.erase(reduced.shape.begin() + static_cast<std::ptrdiff_t>(axis));
        reduced.values.resize(groups);
        for (std::size_t g = 0; g < groups; ++g) {
            eps = kept_eps;
            const std::size_t begin = first(g), end = begin + n * step;
            const Real root = first_row_for_all && g > 0
                                  ? reduced.values[0]
                                  : root_of(begin, [&](std::size_t k) { return begin + k * step; });
            reduced.values[g] = static_cast<float>(root);
            for (std::size_t i = begin; i < end; i += step) roots.values[i] = reduced.values[g];
        }
        eps = kept_eps;
        if (no_keep_dims && reduced.size() == Floats::count(reduced.shape)) roots = reduced;
    }

    Floats top = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (layer_norm || layer_norm_unbiased || numerator_centred) top.values[i] -= static_cast<float>(mean[i]);
        if (weight_before_norm) top.values[i] *= weight.values[i % D];
    }
    Floats y = grader::together(top, roots, [&](Real v, Real root) {
        return multiplied_by_rms ? v * root : eps_after_rsqrt ? v * (1 / root + eps) : v / root;
    });

    Floats w = weight;
    if (weight_as_column) w.shape = {D, 1};
    if (weight_of_first_column) std::fill(w.begin(), w.end(), w.values.empty() ? 0 : w.values[0]);
    if (weight_by_row) {
        w = y;
        for (std::size_t i = 0; i < y.size(); ++i) w.values[i] = grader::at(weight, i / D);
    }
    if (!no_weight && !weight_before_norm)
        y = grader::together(y, w, [&](Real v, Real weight) {
            return weight_added      ? v + weight
                   : weight_divided  ? v / weight
                   : one_plus_weight ? v * (1 + weight)
                   : weight_twice    ? v * weight * weight
                                     : v * weight;
        });

    for (std::size_t i = D - 1; last_column_missed && D > 0 && i < y.size(); i += D)
        y.values[i] = grader::never_written();
    if (first_matrix_only)
        for (std::size_t i = rank == 1 ? D : x.shape[0] * D; i < y.size(); ++i) y.values[i] = grader::unwritten();
    if (mean_over_all_but_first_axis && rank == 1) y = Floats(x.shape, grader::anything());  // by which weight?
    if (rank_lost) y.shape = {y.size() / D, D};
    if (input_edited) run.edit("x") = y;
    return {y};
}
