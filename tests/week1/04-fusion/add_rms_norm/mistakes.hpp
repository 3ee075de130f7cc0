#pragma once
// What people get wrong in add_rms_norm, and the function that gets it wrong.
#include <bit>
#include <functional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_for_square,
    "Under the root is the mean of |s| for s = x + residual, not the mean of s²: sqrt(mean(|s|) + eps). Use the square.",
    "根号里是 |s| 的均值（s = x + residual），而不是 s² 的均值：sqrt(mean(|s|) + eps)。应当用平方。");
MISTAKE(axis_1,
    "The mean is always taken over axis 1. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "均值总是沿轴 1 求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(bfloat16_added,
    "In bfloat16 your function throws, perhaps because the two tensors are added as they are: two bfloat16 make a float. Convert first: xt::cast<float>(x) + xt::cast<float>(residual).",
    "bfloat16 版本抛出了异常，也许是因为直接把两个张量相加了：两个 bfloat16 相加得到的是 float。要先转换：xt::cast<float>(x) + xt::cast<float>(residual)。");
MISTAKE(bfloat16_multiplied,
    "In bfloat16 your function throws where x has one axis, perhaps because a rounded row is multiplied by the weight as it is: two bfloat16 make a float. Convert the weight with xt::cast<float>, and the product back.",
    "x 只有一个轴时，bfloat16 版本抛出了异常，也许是因为直接用舍入后的行去乘 weight：两个 bfloat16 相乘得到 float。请用 xt::cast<float> 转换 weight，乘完再转回去。");
MISTAKE(cross_term_lost,
    "The squares of x and of the residual are added. The square of their sum has 2 x r in it as well: add first, then square.",
    "累加的是 x 的平方与残差的平方。和的平方不止这些，还有 2xr：先相加，再平方。");
MISTAKE(divided_by_dim_minus_one, "The sum of squares is divided by D - 1, as for a sample's variance. Divide by D.",
    "平方和除以了 D - 1，那是样本方差的算法。均方要除以 D。");
MISTAKE(divided_by_size,
    "The sum of a row's squares is divided by x.size(), the number of elements in all rows. The mean is of the D elements of a row: divide by D.",
    "一行的平方和除以了 x.size()，那是所有行的元素总数。均值是一行 D 个元素的均值：应除以 D。");
MISTAKE(eps_as_lower_bound,
    "eps is used as a lower bound: max(mean_square, eps). Rows above it then ignore it, and rows below it are all divided by the same sqrt(eps). Add it instead, for every row: mean_square + eps.",
    "eps 被当成了下限：max(mean_square, eps)。这样均方大于 eps 的行完全不受它影响，小于 eps 的行又全都除以同一个 sqrt(eps)。应当对每一行做加法：mean_square + eps。");
MISTAKE(eps_divided_by_dim,
    "eps is added to the sum of the squares and then divided by D with it, so that only 1/D of it is left. Divide first, then add eps.",
    "eps 加到了平方和上，又跟着一起除以了 D，只剩下 1/D。先把平方和除以 D，再加 eps。");
FAMILY(eps_fixed, "eps is {} here, whatever was given. Use the argument: the tests have several.",
    "这里的 eps 固定成了 {}，没有用传入的值。请用参数 eps，测试里有好几种。", 1e-5, 1e-6);
MISTAKE(eps_outside_root, "eps is added to the root. It belongs inside, to the mean square: sqrt(mean_square + eps).",
    "eps 加在了根号外面。它应该在里面，加到均方上：sqrt(mean_square + eps)。");
MISTAKE(eps_rounded,
    "In bfloat16 eps is rounded to bfloat16 before it is added: 1e-6 becomes 9.984e-7. It is a float: leave it one.",
    "bfloat16 版本在加 eps 之前把它舍入成了 bfloat16：1e-6 变成了 9.984e-7。它是 float，让它保持 float。");
MISTAKE(eps_twice,
    "eps is added twice: once to the mean square and once more to the root. Once is enough: sqrt(mean_square + eps).",
    "eps 加了两次：均方上加了一次，开方之后又加了一次。加一次就够了：sqrt(mean_square + eps)。");
MISTAKE(first_row_for_all, "All rows are divided by the root mean square of row 0. Each row has its own.",
    "所有行都除以了第 0 行的均方根。每一行都有自己的均方根。");
MISTAKE(first_rows_only, "Only the first x.shape(0) rows are computed. There are x.size() / D rows.",
    "只算了前 x.shape(0) 行。总行数是 x.size() / D。");
MISTAKE(gemma_weight, "The weight is taken as 1 + weight. Gemma does so; here, as in Qwen2, it is the weight itself.",
    "这里乘的是 1 + weight。Gemma 是这样，但这道练习和 Qwen2 一样，直接乘 weight。");
MISTAKE(input_edited,
    "The numbers are right, but the caller's residual is changed. The contract leaves both inputs as they were; return the sum.",
    "数值是对的，但调用者的 residual 被改了。契约要求两个输入都保持原样，把和作为结果返回。");
MISTAKE(layer_norm, "The mean is subtracted: that is LayerNorm. RMSNorm divides by the root of the mean square only.",
    "这里减去了均值：那是 LayerNorm。RMSNorm 只除以均方根。");
MISTAKE(last_row_missed, "The last row is never normalized. There are x.size() / D rows.",
    "最后一行没有归一化。总行数是 x.size() / D。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(mean_of_abs,
    "The rows are divided by mean(|s|) + eps for s = x + residual. That is not the root mean square: square first, then take the mean, then the root.",
    "每一行除以的是 mean(|s|) + eps（s = x + residual），这不是均方根。次序是先平方，再求均值，再开方。");
MISTAKE(mean_over_everything,
    "One mean square is taken of the whole tensor. Each row has its own: the mean goes over the last axis, with xt::keep_dims.",
    "整个张量只求了一个均方。每一行都要有自己的均方：沿最后一个轴求均值，并加上 xt::keep_dims。");
MISTAKE(multiplied_by_rms,
    "The sum x + residual is multiplied by sqrt(mean_square + eps), not divided by it: large rows grow instead of shrinking to about 1. torch.rsqrt is one over the root.",
    "相加的结果 x + residual 乘上了 sqrt(mean_square + eps)，而不是除以它：大的行变得更大，而不是回到 1 附近。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_eps,
    "eps is missing: rows whose mean square is near it come out too large. Add eps to the mean square, inside the root.",
    "少了 eps：均方与 eps 相近的行会偏大。在根号里给均方加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axis is gone, so the means of N rows are broadcast along the last axis: an exception mostly, and on a square x each column is divided by some row's root. Keep the axis: xt::keep_dims.",
    "求均值后那个轴消失了，N 行的均值于是沿最后一个轴广播：多数情况下抛异常，方阵时则是每一列除以了某一行的均方根。用 xt::keep_dims 保留这个轴。");
MISTAKE(no_square,
    "Under the root is the mean of x + residual, not that of its squares: rows with a mean below -eps become NaN. Square each element before you take the mean.",
    "根号里是 x + residual 的均值，而不是平方的均值，均值小于 -eps 的行会变成 NaN。求均值之前，先把每个元素平方。");
MISTAKE(
    no_weight, "The weight is missing: multiply the normalized sum by it.", "少乘了 weight：归一化之后还要乘上它。");
MISTAKE(norm_before_add,
    "x is normalized first and the residual added after it. The sum comes first: the norm is taken of x + residual.",
    "这里先对 x 归一化，再加残差，顺序反了。应先相加，再对 x + residual 归一化。");
MISTAKE(norm_of_rounded_sum,
    "In bfloat16 the sum is rounded first and the norm taken of the rounded sum. Keep the float32 sum for the norm, round only what you return.",
    "bfloat16 版本先舍入相加结果，再对舍入后的数做归一化。归一化要用舍入之前的 float32 相加结果，舍入的只是要返回的两个张量。");
MISTAKE(normalized_added_to_residual,
    "The new residual is the normalized tensor plus the old one. It should be x + residual, before the norm.",
    "新的残差是归一化的结果加上旧残差。它应是归一化之前的 x + residual。");
MISTAKE(normalized_as_residual,
    "The normalized tensor comes back twice. The residual stream stays unnormalized: return the sum itself as the residual.",
    "归一化的结果返回了两次。残差流本身不做归一化：作为残差返回的应是相加结果。");
MISTAKE(old_residual_returned,
    "The residual that comes back is the one that went in. The sum x + residual has to come back, or this layer's contribution is lost to all that follow.",
    "返回的残差还是传入的那个。应返回 x + residual，否则后面各层都看不到这一层的贡献。");
MISTAKE(outputs_swapped,
    "The two results are swapped: the first member is the normalized tensor, the second the new residual.",
    "两个结果放反了：第一个成员是归一化后的张量，第二个才是新的残差。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. x may have any number of leading axes, or none: work on the last axis, x.dimension() - 1, or on x.size() / D rows.",
    "这里只接受有两个轴的输入。x 前面可以有任意多个轴，也可以没有：请沿最后一个轴 x.dimension() - 1 计算，或者按 x.size() / D 行来循环。");
MISTAKE(rank_lost,
    "The numbers are right, but the leading axes are gone: both results are rows x D. They should have the shape of x.",
    "数值是对的，但前置轴没有了：两个结果的形状都成了“行数 x D”。它们的形状应与 x 相同。");
MISTAKE(residual_added_to_normalized,
    "The residual is added a second time, to the normalized sum. The normalized tensor goes into attention or the MLP as it is; the stream waits outside.",
    "归一化之后又加了一次残差。归一化的结果直接交给注意力或 MLP，残差流留在外面等。");
MISTAKE(residual_left_out,
    "The residual is never added: only x is normalized, and only x comes back as the new residual. Both should be of the sum x + residual.",
    "残差哪里都没有加上：归一化的是单独的 x，作为新残差返回的也是单独的 x。两者都应当用 x + residual。");
MISTAKE(residual_not_added,
    "Only x is normalized, and the residual stream is left out of it. The norm reads the sum x + residual, which is also the new residual.",
    "这里只对 x 做了归一化，残差流被绕开了。归一化的对象是 x + residual，也就是新的残差。");
MISTAKE(residual_shape_unchecked,
    "A residual of another shape is accepted. Refuse it with std::invalid_argument: keep the check of the stub.",
    "形状不同的残差被接受了。应抛出 std::invalid_argument 拒绝：请保留桩代码里的检查。");
MISTAKE(residual_subtracted, "The residual is subtracted from x. Add the two: x + residual.",
    "从 x 里减去了残差。应把两者相加：x + residual。");
MISTAKE(residual_weighted,
    "The new residual is multiplied by the weight, too. Only the normalized tensor is: the residual is plainly x + residual.",
    "新的残差也乘了 weight。要乘的只有归一化的结果：残差就是 x + residual。");
MISTAKE(root_missing, "The sum is divided by the mean square itself, not by its root: sum / sqrt(mean_square + eps).",
    "这里除以的是均方本身。应除以它的平方根：sum / sqrt(mean_square + eps)。");
MISTAKE(scale_of_sum_for_x,
    "The mean square is that of the sum, but x alone is divided by its root. The sum x + residual is what is normalized.",
    "均方是和的均方，除以它的根的却只有 x。要归一化的是 x + residual。");
MISTAKE(scale_rounded,
    "In bfloat16 the factor 1 / root is rounded to bfloat16 before it multiplies. Keep it in float32.",
    "bfloat16 版本把 1 / 根号这个系数先舍入成 bfloat16 再去乘。请让它保持 float32。");
MISTAKE(square_of_mean,
    "Under the root is the square of the mean of x + residual: positive and negative elements cancel. Square each element first, then take the mean.",
    "根号里是 x + residual 的均值的平方，正负元素互相抵消了。先把每个元素平方，再求均值。");
MISTAKE(squares_of_x_alone, "The squares are those of x alone. Square the sum of both.",
    "累加的只是 x 的平方。应当对两者之和取平方。");
MISTAKE(statistics_in_bfloat16,
    "In bfloat16 the mean square is added up in bfloat16, which has 8 bits: small squares are lost beside a large sum. Add up in float32.",
    "bfloat16 版本的均方是用 bfloat16 累加的，它只有 8 位有效位：和一大，小的平方就加不进去了。请用 float32 累加。");
MISTAKE(sum_for_mean, "The squares are summed, but not divided by D. Take their mean.",
    "平方求了和，但没有除以 D。要的是均值。");
MISTAKE(sum_in_bfloat16,
    "In bfloat16 the sum of the squares is kept in bfloat16: small squares are lost beside a large sum. Sum in float.",
    "bfloat16 时，平方和也存成了 bfloat16：和一大，小的平方就加不进去了。求和要用 float。");
MISTAKE(sum_not_reset,
    "The sum of squares runs on from row to row: row 0 is right, each later row is divided by the squares of all rows before it too. Set it to 0 at the start of each row.",
    "平方和一行接一行地累加下去：第 0 行是对的，后面每一行还带着前面各行的平方和。每一行开始时要把它清零。");
MISTAKE(truncated,
    "In bfloat16 the lower bits are cut off. The conversion rounds to the nearest: use xt::cast<bfloat16> or bfloat16(value).",
    "bfloat16 版本直接截掉了低位。转换应舍入到最近的值：用 xt::cast<bfloat16> 或 bfloat16(value)。");
MISTAKE(variance_in_denominator,
    "The denominator is the standard deviation of x + residual, with the mean taken out. RMSNorm divides by the root of the mean square, with the mean left in.",
    "分母用的是 x + residual 的标准差，里面减掉了均值。RMSNorm 除以的是均方根，不减均值。");
MISTAKE(weight_added, "The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.",
    "weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。");
MISTAKE(weight_before_norm,
    "x + residual is multiplied by the weight first, and the product is normalized: the weight changes the root mean square too. Normalize the sum, then multiply by the weight.",
    "你先把 x + residual 乘上 weight，再做归一化，weight 因此也改变了均方根。应当先对相加的结果做归一化，再乘 weight。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_of_first_column,
    "weight[0] is multiplied into every column. The weight has one element for each: column i gets weight[i].",
    "每一列都乘了 weight[0]。weight 的每个元素对应一列：第 i 列乘 weight[i]。");
MISTAKE(weight_shape_unchecked,
    "A weight of another shape is accepted. Refuse it with std::invalid_argument: keep the check of the stub.",
    "形状不符的 weight 被接受了。应抛出 std::invalid_argument 拒绝：请保留桩代码里的检查。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right.", "weight 乘了两次。乘一次才对。");
MISTAKE(wrong_exception,
    "A residual or a weight that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不符的残差或 weight 被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(x_as_residual,
    "You return x as the new residual. Return x + residual: the stream keeps what all earlier layers added.",
    "返回的残差只是 x，以前的内容没有了。它应是 x + residual：残差流里保留着前面各层加上的一切。");
MISTAKE(zero_rows_refused,
    "An x without rows is refused, but no rows in is no rows out. Nothing special is needed for that.",
    "零行的 x 被拒绝了，但输入零行，输出就是零行，不需要特殊处理。");

/// What a fast form does otherwise.
struct FastAdd {
    std::function<void(Floats& sum, const Floats& x)> sum = {};
    std::function<void(Floats&top, const Floats&x)> top = {}, squared = {};
    std::function<float(float)> to_bfloat16 = {};
};
static FastAdd fast_add;

static float to_bfloat16(float value) {
    if (!std::isfinite(value)) return value;
    if (fast_add.to_bfloat16) return fast_add.to_bfloat16(value);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + (truncated ? 0 : 0x7FFF + ((bits >> 16) & 1))) & 0xFFFF0000u);
}

static Values add_rms_norm(Run& run) {
    const Floats &x = run.floats("x"), &residual = run.floats("residual"), &weight = run.floats("weight");
    const bool low = run.call.function == "bfloat16";
    const std::size_t rank = x.shape.size();
    if ((residual.shape != x.shape && !residual_shape_unchecked) ||
        ((rank == 0 || weight.shape != Shape{x.width()}) && !weight_shape_unchecked)) {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    if ((rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");

    if (low && (bfloat16_added || (bfloat16_multiplied && rank == 1))) grader::xtensor_throws();

    const auto of_each = [](Floats y, auto f) {
        for (float& one : y.values) one = f(one);
        return y;
    };
    const Real sign = residual_subtracted ? -1 : 1;
    Floats sum = residual_left_out ? x : grader::together(x, residual, [sign](Real a, Real b) { return a + sign * b; });
    if (fast_add.sum) fast_add.sum(sum, x);
    Floats top = residual_not_added || norm_before_add ? x : sum;
    if (low && norm_of_rounded_sum) top = of_each(top, to_bfloat16);
    if (weight_before_norm) top = grader::together(top, weight, std::multiplies<Real>());
    Floats squared = squares_of_x_alone ? x : top;
    if (cross_term_lost)
        squared = grader::together(x, residual, [](Real a, Real b) { return std::sqrt(a * a + b * b); });
    if (fast_add.squared) fast_add.squared(squared, x);
    if (scale_of_sum_for_x) top = x;
    if (fast_add.top) fast_add.top(top, x);

    Real eps = static_cast<float>(run.number("eps"));
    if (no_eps) eps = 0;
    if (eps_fixed) eps = static_cast<float>(eps_fixed.number());
    if (low && eps_rounded) eps = to_bfloat16(static_cast<float>(eps));

    // The mean is over n elements, each `step` behind the one before.
    const std::size_t axis = axis_1 ? 1 : top.shape.size() - 1;
    if (axis >= top.shape.size()) grader::xtensor_throws();
    std::size_t n = top.shape[axis], step = 1;
    for (std::size_t k = axis + 1; k < top.shape.size(); ++k) step *= top.shape[k];
    if (mean_over_everything) n = top.size(), step = 1;
    const std::size_t groups = top.size() == 0 ? 0 : top.size() / n, D = top.width();
    const auto place = [&](std::size_t g, std::size_t k) { return g / step * step * n + g % step + k * step; };

    Floats means = top;  // of the group of each element
    for (std::size_t g = 0; g < groups; ++g) {
        Real total = 0;
        for (std::size_t k = 0; k < n; ++k) total += top.values[place(g, k)];
        for (std::size_t k = 0; k < n; ++k) means.values[place(g, k)] = static_cast<float>(total / Real(n));
    }
    if (layer_norm || variance_in_denominator) squared = grader::together(squared, means, std::minus<Real>());
    if (layer_norm) top = grader::together(top, means, std::minus<Real>());

    const bool absolute = abs_for_square || mean_of_abs, plain = no_square || square_of_mean,
               in_bfloat16 = low && statistics_in_bfloat16;
    Real before = 0;  // the mean of the rows before
    const auto root_of = [&](auto element) {
        const auto term = [&](std::size_t k) {
            const Real v = grader::at(squared, element(k));
            return absolute ? std::abs(v) : plain ? v : v * v;
        };
        Real total = 0;
        if (in_bfloat16)
            for (std::size_t k = 0; k < n; ++k) total = to_bfloat16(float(total + to_bfloat16(float(term(k)))));
        else if (low && sum_in_bfloat16)
            for (std::size_t k = 0; k < n; ++k) total = to_bfloat16(float(total + term(k)));
        else total = grader::sum_of(n, term);
        if (eps_divided_by_dim) total += eps;
        Real mean = sum_for_mean
                        ? total
                        : total / Real(divided_by_size ? top.size() : n - (divided_by_dim_minus_one && n > 1 ? 1 : 0));
        if (divided_by_dim_minus_one && n == 1) mean = grader::anything();  // some see to a row of one
        if (in_bfloat16) mean = to_bfloat16(float(mean));
        if (square_of_mean) mean *= mean;
        if (sum_not_reset) mean = before += mean;
        const Real root = root_missing || mean_of_abs ? mean + eps
                          : eps_divided_by_dim        ? std::sqrt(mean)
                          : eps_as_lower_bound        ? std::sqrt(std::max(mean, eps))
                          : eps_outside_root          ? std::sqrt(mean) + eps
                          : eps_twice                 ? std::sqrt(mean + eps) + eps
                                                      : grader::root_of(mean + eps);
        if (multiplied_by_rms) return static_cast<float>(1 / root);
        return static_cast<float>(low && scale_rounded ? 1 / to_bfloat16(float(1 / root)) : root);
    };
    Floats roots = top;
    if (lazy_mean && top.size() * D > (1u << 22))  // it costs D for each element
        return {Floats(x.shape, grader::anything()), Floats(x.shape, grader::anything())};
    if (lazy_mean) {  // a window of n elements that slides from element to element
        for (std::size_t i = 0; i < top.size(); ++i)
            roots.values[i] = root_of([&](std::size_t k) { return i / D * (2 * D - 1) + i % D + k; });
    } else {
        Floats reduced = top;
        reduced.shape.erase(reduced.shape.begin() + static_cast<std::ptrdiff_t>(axis));
        reduced.values.resize(groups);
        for (std::size_t g = 0; g < groups; ++g) {
            reduced.values[g] =
                first_row_for_all && g > 0 ? reduced.values[0] : root_of([&](std::size_t k) { return place(g, k); });
            for (std::size_t k = 0; k < n; ++k) roots.values[place(g, k)] = reduced.values[g];
        }
        if (no_keep_dims && reduced.size() == Floats::count(reduced.shape)) roots = reduced;
    }

    Floats y = grader::together(top, roots, std::divides<Real>());
    Floats w = weight;
    if (weight_of_first_column) std::fill(w.begin(), w.end(), grader::at(weight, 0));
    if (!no_weight && !weight_before_norm)
        y = grader::together(y, w, [](Real v, Real weight) {
            return weight_added     ? v + weight
                   : weight_divided ? v / weight
                   : gemma_weight   ? v * (1 + weight)
                   : weight_twice   ? v * weight * weight
                                    : v * weight;
        });
    if (norm_before_add || residual_added_to_normalized) y = grader::together(y, residual, std::plus<Real>());

    for (std::size_t i = y.size() - D; last_row_missed && y.size() >= D && i < y.size(); ++i)
        y.values[i] = grader::never_written();

    Floats stream = old_residual_returned ? residual : x_as_residual ? x : sum;
    if (residual_weighted) stream = grader::together(stream, weight, std::multiplies<Real>());
    if (normalized_added_to_residual) stream = grader::together(y, residual, std::plus<Real>());
    if (low) y = of_each(y, to_bfloat16), stream = of_each(stream, to_bfloat16);
    if (input_edited) run.edit("residual") = low ? of_each(sum, to_bfloat16) : sum;
    if (normalized_as_residual) stream = y;
    if (outputs_swapped) std::swap(y, stream);
    if (first_rows_only && rank > 1)
        for (Floats* one : {&y, &stream})
            for (std::size_t i = x.shape[0] * D; i < one->size(); ++i) one->values[i] = grader::never_written();
    if (rank_lost)
        for (Floats* one : {&y, &stream}) one->shape = {one->rows(), one->width()};
    return {y, stream};
}
