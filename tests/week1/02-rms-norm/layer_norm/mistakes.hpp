#pragma once
// What people get wrong in layer_norm, and the function that gets it wrong.
#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_for_square,
    "Under the root is the mean of |x - mean|: sqrt(mean(|x - mean|) + eps). The variance is the mean of the squares.",
    "根号里是 |x - mean| 的平均：sqrt(mean(|x - mean|) + eps)。方差是平方的平均。");
MISTAKE(axis_1,
    "The mean is always taken over axis 1. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "均值总是沿轴 1 求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(bare_formula,
    "Your output equals (x - mean) / sqrt(var), the bare formula: eps under the root, the weight and the bias are still missing.",
    "你的输出等于 (x - mean) / sqrt(var)，只是最简的公式：根号里还缺 eps，外面还要乘 weight、加 bias。");
MISTAKE(axis_1_of_matrices,
    "The mean is taken over axis 1 as soon as x has two axes. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "x 有两个以上的轴时，均值总是沿轴 1 求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(bias_by_row,
    "bias[r] is added to all of row r. The bias has one element for each column: element i of every row gets bias[i].",
    "整个第 r 行都加了 bias[r]。bias 的每个元素对应一列：每一行的第 i 个元素加 bias[i]。");
MISTAKE(bias_before_weight,
    "The bias is added before the weight is multiplied, so it is scaled too. First times weight, then plus bias.",
    "bias 在乘 weight 之前就加上了，于是它也被缩放了。应先乘 weight，再加 bias。");
MISTAKE(bias_subtracted, "The bias is subtracted. Add it at the end, after the weight.",
    "偏置被减掉了。应当在乘完 weight 之后加上它。");
MISTAKE(bias_unchecked,
    "The shape of bias is not checked. One that broadcasts, such as (1,), gives numbers without a complaint. Keep the checks of the stub.",
    "没有检查 bias 的形状。能广播的形状（例如 (1,)）会悄悄算出结果。请保留桩代码里的检查。");
MISTAKE(constant_row_is_zero,
    "A row whose variance is 0 comes out as zeros. All its elements are the mean, so the normalized row is 0, but the bias is still added: the row gives the bias. With eps under the root no special case is needed.",
    "方差为 0 的行结果全是 0。这样的行每个元素都等于均值，归一化之后确实是 0，但还要加上偏置：结果就是偏置。根号里有 eps，不需要特殊处理。");
MISTAKE(eps_after_rsqrt,
    "eps is added to 1 / sqrt(var), after the division. There it protects nothing: a constant row is still 0 times infinity, NaN. Add it to the variance, before the root.",
    "eps 加到了 1 / sqrt(var) 上，也就是取倒数之后。在那里它什么也保护不了：各元素相等的行仍然是 0 乘无穷大，即 NaN。应当在开方之前把它加到方差上。");
MISTAKE(eps_as_lower_bound,
    "eps is used as a lower bound: max(var, eps). Rows above it then ignore it, and rows below it are all divided by the same sqrt(eps). Add it instead, for every row: var + eps.",
    "eps 被当成了下限：max(var, eps)。这样方差大于 eps 的行完全不受它影响，小于 eps 的行又全都除以同一个 sqrt(eps)。应当对每一行做加法：var + eps。");
MISTAKE(eps_before_division,
    "eps is added to the sum of the squares, before it is divided by D, so that only eps / D is left of it. Divide first, then add eps.",
    "eps 加在了平方和上，之后才除以 D，结果只剩 eps / D。应先求平均，再加 eps。");
MISTAKE(eps_only_for_zeros,
    "eps has no effect here: your code only avoids dividing by zero, all other rows are divided by sqrt(var). eps belongs to every row: sqrt(var + eps), and then a constant row needs no special case.",
    "eps 在这里没有起作用：你只避免了除以零，其余各行仍然除以 sqrt(var)。每一行都要加 eps，即 sqrt(var + eps)，这样各元素相等的行也不必单独处理。");
MISTAKE(eps_outside_root, "eps is added after the root. It belongs inside: sqrt(var + eps), not sqrt(var) + eps.",
    "eps 加在了开方之后。它应当在根号之内：sqrt(var + eps)，而不是 sqrt(var) + eps。");
MISTAKE(eps_twice, "eps is added twice: once to the variance and again to the root. Once is enough: sqrt(var + eps).",
    "eps 加了两次：方差上加了一次，开方之后又加了一次。加一次就够了：sqrt(var + eps)。");
MISTAKE(first_axis,
    "The mean and the variance are taken over the first axis, across the rows: that is BatchNorm's direction. LayerNorm averages over the last axis, inside each row.",
    "均值和方差是沿第一个轴求的，跨过了各行：那是 BatchNorm 的方向。LayerNorm 沿最后一个轴，在每一行之内求平均。");
MISTAKE(first_matrix_only,
    "Only the first x.shape(0) rows are normalized, the rest of the output is not. There are x.size() / D rows.",
    "只归一化了前 x.shape(0) 行，其余输出没有处理。总行数是 x.size() / D。");
MISTAKE(first_row_for_all,
    "All rows use the mean and the variance of row 0. Each row has its own: compute them inside the loop over the rows.",
    "所有行都用了第 0 行的均值和方差。每一行都有自己的，应当在行循环里面计算。");
MISTAKE(input_edited, "The numbers are right, but x itself is changed. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了。请另建一个张量来计算。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give mean and variance the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值和方差的类型都写 Tensor，不要用 auto。");
MISTAKE(lazy_mean_alone,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值的类型要写 Tensor，不要用 auto。");
MISTAKE(lazy_mean_in_numerator,
    "The variance is right, but the mean was still lazy when it was subtracted from x: xtensor then takes each element's mean from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "方差是对的，但均值在从 x 中减去时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值的类型要写 Tensor，不要用 auto。");
MISTAKE(lazy_variance,
    "The formula is right, but the variance was still lazy when it was broadcast: xtensor then takes each element's variance from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "公式是对的，但方差参与广播时还没有求值：这时 xtensor 给每个元素取的方差来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。方差的类型要写 Tensor，不要用 auto。");
MISTAKE(lazy_variance_of_x,
    "The formula is right, but the variance was still lazy when it was broadcast: xtensor then takes each element's variance from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "公式是对的，但方差参与广播时还没有求值：这时 xtensor 给每个元素取的方差来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。方差的类型要写 Tensor，不要用 auto。");
MISTAKE(lazy_variance_of_x_and_mean,
    "The formula is right, but the mean and the variance were still lazy when they were broadcast: xtensor then takes each element's mean and variance from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give mean and variance the type Tensor, not auto.",
    "公式是对的，但均值和方差参与广播时还没有求值：这时 xtensor 给每个元素取的均值和方差来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值和方差的类型都写 Tensor，不要用 auto。");
MISTAKE(mean_in_an_int,
    "The mean is summed in an int, so each partial sum loses its fraction. Sum in a float: for std::accumulate that is an initial value of 0.0f.",
    "均值是用 int 累加的，每一步都丢掉小数部分。请用 float 累加：用 std::accumulate 时，初始值写 0.0f。");
MISTAKE(mean_not_subtracted,
    "You divide by the standard deviation, but the mean is still in the numerator: the output keeps the shift of the input. Divide x - mean(x).",
    "除以了标准差，但分子里没有减均值，输入的整体平移留在了输出里。分子应当是 x - mean(x)。");
MISTAKE(mean_of_abs,
    "You divide by mean(|x - mean|) + eps. The variance is the mean of the squares, and you divide by the root of it and eps.",
    "你除以的是 mean(|x - mean|) + eps。方差是平方的平均，加上 eps 再开方才是要除的数。");
MISTAKE(mean_over_all_but_first_axis,
    "Matrices come out right, but with more axes one mean and one variance are taken over everything that x[i] holds, several rows at once. A row is the last axis alone, however many axes lead.",
    "x 有两个轴时结果正确，但有三个以上的轴时，均值和方差是对 x[i] 的全部元素求的，好几行混在了一起。无论前面有多少个轴，一行只是最后一个轴。");
MISTAKE(mean_square_for_variance,
    "The mean is subtracted in the numerator, but you divide by the root of mean(x²). The variance is the mean square of what is left after the mean is taken away.",
    "分子减了均值，但分母用的是 mean(x²) 的平方根。方差是减去均值之后的均方。");
MISTAKE(multiplied_by_deviation,
    "x - mean is multiplied by sqrt(var + eps), not divided by it: large rows grow instead of shrinking to about 1. torch.rsqrt is one over the root.",
    "x - mean 乘上了 sqrt(var + eps)，而不是除以它：大的行变得更大，而不是回到 1 附近。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_bias, "bias is not used. Add it at the end, after the weight.",
    "没有用到 bias。请在最后、乘完 weight 之后加上它。");
MISTAKE(no_eps,
    "eps is missing: you divide by sqrt(var). Rows whose variance is near eps come out too large, and a constant row divides 0 by 0. Add eps to the variance, inside the root.",
    "缺少 eps：你除以的是 sqrt(var)。方差与 eps 相近的行会偏大，常数行则变成 0 除以 0。请在根号内给方差加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axis is gone, so the means of N rows are broadcast along the last axis: an exception mostly, and on a square x each column loses some row's mean. Keep the axis: xt::keep_dims.",
    "求均值后那个轴消失了，N 行的均值于是沿最后一个轴广播：多数情况下抛异常，方阵时则是每一列减去了某一行的均值。用 xt::keep_dims 保留这个轴。");
MISTAKE(no_keep_dims_twice,
    "The mean keeps its axis and the variance does not: it is one axis short, and broadcasting divides columns by the deviations of rows, or throws. Give it xt::keep_dims as well.",
    "均值保留了轴，方差没有：它少一个轴，广播时要么用各行的标准差去除各列，要么抛异常。求方差时也要加 xt::keep_dims。");
MISTAKE(no_weight, "weight is not used. Multiply the normalized row by it, element by element.",
    "没有用到 weight。请把归一化后的行与它逐元素相乘。");
MISTAKE(one_pass_variance,
    "On paper mean(x²) - mean(x)² is the variance. In float32 it is the small difference of two large numbers: for a row near 10000 nothing right is left of it. Subtract the mean first, then square.",
    "数学上 mean(x²) - mean(x)² 就是方差。但在 float32 里这是两个大数相减：对 10000 附近的一行，有效数字全丢了。应先减均值，再平方。");
MISTAKE(one_plus_weight,
    "You scale by 1 + weight. Some code stores the weight that way (Gemma's norm, NVIDIA's \"layernorm 1p\"); here, as in PyTorch, the weight is the factor itself.",
    "你乘的是 1 + weight。有些实现这样存权重（Gemma 的归一化、NVIDIA 的 layernorm 1p），但这里与 PyTorch 相同，weight 本身就是系数。");
MISTAKE(rank_1_refused, "A single vector is refused, but x may have no leading axis at all: then it is one row.",
    "这里拒绝了只有一个轴的 x，但 x 前面可以一个轴都没有，这时它就是一行。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. Any number of leading axes must do: average over axis x.dimension() - 1 instead of axis 1.",
    "这里只接受矩阵。前置轴可以有任意多个：沿轴 x.dimension() - 1 求平均，不要写死轴 1。");
MISTAKE(rank_lost, "The result is always rows × D: the leading axes are lost. Give it the shape of x.",
    "结果总是“行数 × D”的矩阵，前置轴丢了。结果应与 x 形状相同。");
MISTAKE(rms_norm,
    "This is RMSNorm with a bias: no mean is subtracted. LayerNorm subtracts the mean of the row first, and divides by the root of the variance.",
    "没有减均值，这样算的是 RMSNorm，只是多加了 bias。LayerNorm 先减去这一行的均值，再除以方差的平方根。");
MISTAKE(root_missing, "You divide by variance + eps, without the root. The standard deviation is its square root.",
    "你直接除以了方差加 eps，没有开方。应除以它的平方根，也就是标准差。");
MISTAKE(sum_for_variance, "The squares are summed, but the sum is not divided by D. The variance is their mean.",
    "平方求了和，却没有除以 D。方差是平方的平均。");
MISTAKE(sums_not_reset,
    "The sums run on from row to row: row 0 is right, in each later row the mean and the variance still have the rows before in them. Set both sums to 0 at the start of each row.",
    "两个累加的变量一行接一行地加下去：第 0 行是对的，后面每一行的均值和方差里还带着前面各行。每一行开始时要把两者都清零。");
MISTAKE(unbiased_variance,
    "Your variance divides by D - 1, as torch.std does by default and as statistics does for a sample. LayerNorm divides by D: for 0, 1, 2, 3 the deviation is 1.1180, not 1.2910.",
    "你的方差除以了 D - 1，这是 torch.std 的默认行为，也是统计里的样本方差。LayerNorm 除以 D：对 0, 1, 2, 3，标准差是 1.1180，不是 1.2910。");
MISTAKE(variance_of_all_rows,
    "The means are those of the rows, but one variance is taken over the whole tensor. Each row has its own: take it over the last axis alone.",
    "均值是逐行求的，方差却是对整个张量只求了一个。每一行有自己的方差：只沿最后一个轴求。");
MISTAKE(variance_is_zero,
    "Your variance is 0, up to rounding, so that only eps is left under the root. That happens when x - mean is averaged without being squared, or squared only after that (what is above the mean and what is below cancel), or when 1 / D divides two integers.",
    "你的方差是 0（只差舍入误差），根号里只剩下 eps。对 x - mean 不平方就求平均，或者求完平均才平方（高于均值和低于均值的部分互相抵消），又或者 1 / D 用了整数相除，都会这样。");
MISTAKE(weight_added, "The weight is added, as the bias is. It is a factor: multiply by it, then add the bias.",
    "weight 像 bias 一样被加上去了。它是系数：先乘它，再加 bias。");
MISTAKE(weight_and_bias_swapped, "weight and bias are swapped: you multiply by bias and add weight.",
    "weight 和 bias 用反了：你乘的是 bias，加的是 weight。");
MISTAKE(weight_before_norm,
    "x is multiplied by the weight first, and the product is normalized: the weight changes the mean and the variance too. Normalize x, then multiply by the weight.",
    "你先把 x 乘上 weight，再做归一化，weight 因此也改变了均值和方差。应当先归一化 x，再乘 weight。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right: (x - mean) / sqrt(var + eps) * weight + bias.",
    "weight 乘了两次。乘一次才对：(x - mean) / sqrt(var + eps) * weight + bias。");
MISTAKE(weight_unchecked,
    "The shape of weight is not checked. One that broadcasts, such as (1,), gives numbers without a complaint. Keep the checks of the stub.",
    "没有检查 weight 的形状。能广播的形状（例如 (1,)）会悄悄算出结果。请保留桩代码里的检查。");
MISTAKE(whole_tensor,
    "One mean and one variance are taken over all of x. Each row has its own: average over the last axis alone.",
    "均值和方差是对整个 x 求的。每一行都有自己的：只对最后一个轴求平均。");
MISTAKE(welford_squares,
    "You add the square of delta, the distance from the mean before this element. Welford's method adds delta times the distance from the mean after it: m2 += delta * (x - mean), once mean has been moved.",
    "Welford 的算法里，你累加的是 delta 的平方，delta 是与更新之前的均值的距离。应当累加 delta 与更新之后的距离的乘积：先更新 mean，再 m2 += delta * (x - mean)。");
MISTAKE(wrong_exception,
    "A weight or a bias that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不符的 weight 或 bias 被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused,
    "Zero rows are refused, but no rows in is no rows out. Nothing special is needed: leave the check out.",
    "这里拒绝了零行的输入，但输入零行，输出就是零行。不需要特殊处理，去掉这个检查。");
FAMILY(eps_fixed, "eps is always {} here, whatever was passed. Use the argument.",
    "这里的 eps 总是 {}，没有用传入的值。请使用参数 eps。", 1e-5, 1e-6);

static Values layer_norm(Run& run) {
    const Floats &x = run.floats("x"), &weight = run.floats("weight"), &bias = run.floats("bias");
    const std::size_t rank = x.shape.size(), D = x.width();
    if (rank_2_only && rank != 2) throw std::invalid_argument("");
    const bool fits = (weight_unchecked || weight.shape == Shape{D}) && (bias_unchecked || bias.shape == Shape{D});
    if (wrong_exception && !fits) throw std::runtime_error("");
    if (!fits || (rank_1_refused && rank < 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    const std::size_t axis = first_axis ? 0 : axis_1 || (axis_1_of_matrices && rank > 1) ? 1 : rank - 1;
    if (axis >= rank) grader::xtensor_throws();

    Real eps = static_cast<float>(eps_fixed ? eps_fixed.number() : run.number("eps"));
    if (no_eps || bare_formula || eps_only_for_zeros) eps = 0;
    const Floats input =
        weight_before_norm ? grader::together(x, weight, [](Real v, Real weight) { return v * weight; }) : x;

    // A sum for each place of what is left when some axes become 1.
    const auto summed = [&](const Floats& a, auto&& term) {
        Shape kept = a.shape;
        if (whole_tensor || (mean_over_all_but_first_axis && rank == 1)) std::fill(kept.begin(), kept.end(), 1);
        else if (mean_over_all_but_first_axis) std::fill(kept.begin() + 1, kept.end(), 1);
        else kept.at(axis) = 1;
        Floats sum = grader::sums(a, kept, term);
        float so_far = 0;
        for (float& one : sum.values) {
            if (sums_not_reset) one = so_far += one;
            if (first_row_for_all) one = sum.values[0];
        }
        return sum;
    };
    const auto without_axis = [&](Floats a) {
        if (!whole_tensor && a.shape.at(axis) == 1) a.shape.erase(a.shape.begin() + static_cast<std::ptrdiff_t>(axis));
        return a;
    };
    const auto share = [](const Floats& a, const Floats& sum) {  // how many elements are in each sum
        return static_cast<Real>(a.size()) / static_cast<Real>(std::max<std::size_t>(sum.size(), 1));
    };

    Floats mean = summed(input, [](Real v) { return v; });
    if (mean_in_an_int && mean.size() * D == x.size())
        for (std::size_t i = 0; i < x.size(); ++i) {
            float& sum = mean.values[i / D];
            const float more = (i % D == 0 ? 0 : sum) + input.values[i];
            sum = std::abs(more) < 2e9f ? std::trunc(more) : grader::anything();  // beyond int: undefined
        }
    for (const Real n = share(input, mean); float& one : mean.values) one = static_cast<float>(one / n);
    if (no_keep_dims && x.size() * mean.size() > 100'000'000) throw std::bad_alloc();

    // While the mean is lazy, each element sees that of a window that begins elsewhere.
    const bool in_top = lazy_mean || lazy_mean_in_numerator || lazy_variance_of_x_and_mean,
               of_x = lazy_mean || lazy_variance_of_x || lazy_variance_of_x_and_mean;
    grader::LazyWindows windows;
    const bool is_lazy = in_top || of_x || lazy_mean_alone || lazy_variance;
    if (is_lazy && x.size() * D > (1u << 22))
        return {Floats(x.shape, grader::anything())};  // it costs D for each element
    if (is_lazy) windows = grader::lazy_windows(input.shape, mean.shape);
    Floats from_here = input, seen = input;
    if (in_top || lazy_mean_alone) {
        for (std::size_t i = 0; i < input.size(); ++i) {
            Real sum = 0;
            for (const std::size_t offset : windows.offsets) sum += grader::at(input, i + offset);
            from_here.values[i] = static_cast<float>(sum / static_cast<Real>(windows.offsets.size()));
        }
        for (std::size_t i = 0; i < input.size(); ++i) seen.values[i] = grader::at(from_here, windows.starts[i]);
    }

    const auto minus = [](Real v, Real mean) { return v - mean; };
    const Floats centred = rms_norm ? input
                                    : grader::together(input,
                                          lazy_mean_alone ? seen
                                          : no_keep_dims  ? without_axis(mean)
                                                          : mean,
                                          minus);
    const Floats top = mean_not_subtracted || rms_norm ? input
                       : in_top                        ? grader::together(input, seen, minus)
                                                       : centred;

    const bool absolute = abs_for_square || mean_of_abs;
    const Floats& squared = mean_square_for_variance ? input : centred;
    Floats variance = summed(squared, [&](Real v) { return absolute ? std::abs(v) : v * v; });
    const Real n = share(squared, variance);
    if (of_x || lazy_variance) {
        variance = input;
        const bool twice = lazy_mean && !rms_norm, once = of_x && !rms_norm;
        for (std::size_t i = 0; i < input.size(); ++i) {
            Real sum = 0;
            for (std::size_t k = 0; k < windows.offsets.size(); ++k) {
                const std::size_t start = windows.starts[i], at = start + windows.offsets[k];
                const Real seen_there = twice
                                            ? grader::at(from_here, start + i * windows.steps.back() + windows.steps[k])
                                        : once ? grader::at(mean, i / std::max<std::size_t>(D, 1))
                                               : 0;
                const Real c = grader::at(of_x ? input : centred, at) - seen_there;
                sum += c * c;
            }
            variance.values[i] = static_cast<float>(sum);
        }
    }
    if (welford_squares && variance.size() * D == input.size())
        for (std::size_t r = 0; r < variance.size(); ++r) {
            Real mean_before = 0, total = 0;
            for (std::size_t k = 0; k < D; ++k) {
                const Real delta = input.values[r * D + k] - mean_before;
                mean_before += delta / static_cast<Real>(k + 1);
                total += delta * delta;
            }
            variance.values[r] = static_cast<float>(total);
        }
    const Real divisor = sum_for_variance ? 1 : unbiased_variance ? n - 1 : n;
    for (float& one : variance.values) {
        if (eps_before_division) one += static_cast<float>(eps);
        one = divisor > 0 ? static_cast<float>(one / divisor) : grader::anything();  // some see to a row of one
    }
    // What is left after these cancellations depends on the order of the sum.
    if (one_pass_variance)
        for (std::size_t r = 0; r < std::min(variance.size(), mean.size()); ++r) {
            const Real square = Real(mean.values[r]) * mean.values[r], v = variance.values[r];
            if (v > 0 && square >= 1e4 * v) variance.values[r] = grader::rounding();
        }
    if (variance_is_zero) {
        variance = summed(centred, [](Real c) { return c * 8 != std::round(c * 8) ? 1 : 0; });
        for (float& one : variance.values) one = one > 0 ? grader::rounding() : 0;
    }

    if (variance_of_all_rows) {
        Real total = 0;
        for (const float one : variance.values) total += one;
        for (float& one : variance.values) one = float(total / Real(std::max<std::size_t>(variance.size(), 1)));
    }

    Floats roots = no_keep_dims || no_keep_dims_twice ? without_axis(variance) : variance;
    if (eps_before_division) eps = 0;
    for (float& one : roots.values) {
        const Real v = one;
        const Real root = root_missing || mean_of_abs      ? v + eps
                          : eps_as_lower_bound             ? std::sqrt(std::max(v, eps))
                          : eps_outside_root               ? std::sqrt(v) + eps
                          : eps_twice                      ? std::sqrt(v + eps) + eps
                          : eps_after_rsqrt                ? 1 / (1 / std::sqrt(v) + eps)
                          : eps_only_for_zeros && !(v > 0) ? 1
                                                           : std::sqrt(v + eps);
        one = static_cast<float>(multiplied_by_deviation ? 1 / root : root);
    }
    Floats y = grader::together(top, roots, [](Real v, Real root) { return v / root; });

    const Floats &w = weight_and_bias_swapped ? bias : weight, &b = weight_and_bias_swapped ? weight : bias;
    const auto add_bias = [&] {
        if (no_bias || bare_formula) return;
        const Real sign = bias_subtracted ? -1 : 1;
        Floats added = bias_by_row ? y : b;
        for (std::size_t i = 0; bias_by_row && i < y.size(); ++i) added.values[i] = b.values[i / D % D];
        y = grader::together(y, added, [sign](Real v, Real bias) { return v + sign * bias; });
    };
    if (bias_before_weight) add_bias();
    if (!no_weight && !bare_formula && !weight_before_norm)
        y = grader::together(y, w, [](Real v, Real weight) {
            return weight_added      ? v + weight
                   : weight_divided  ? v / weight
                   : one_plus_weight ? v * (1 + weight)
                   : weight_twice    ? v * weight * weight
                                     : v * weight;
        });
    if (!bias_before_weight) add_bias();

    for (std::size_t i = 0; constant_row_is_zero && i < std::min(y.size(), variance.size() * D); ++i)
        if (variance.values[i / D] == 0) y.values[i] = 0;
    if (first_matrix_only)
        for (std::size_t i = rank == 1 ? D : x.shape[0] * D; i < y.size(); ++i) y.values[i] = grader::never_written();
    if (rank_lost && y.size() != x.size()) grader::xtensor_throws();
    if (rank_lost) y.shape = {y.size() / std::max<std::size_t>(D, 1), D};
    if (input_edited) run.edit("x") = y;
    return {y};
}
