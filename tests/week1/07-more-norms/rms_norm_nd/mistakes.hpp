#pragma once
// What people get wrong in rms_norm_nd, and the function that gets it wrong.
#include <numeric>
#include <optional>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_for_square, "Under the root is the mean of |x|, not the mean of x²: sqrt(mean(|x|) + eps). Use the square.",
    "根号里是 |x| 的均值，而不是 x² 的均值：sqrt(mean(|x|) + eps)。应当用平方。");
MISTAKE(all_but_first_axis,
    "Axis 0 is taken for the samples, and all the others share one mean. normalized_shape says how many do, counted from the last; any number may lead, even none.",
    "你把轴 0 当成样本，其余的轴共用一个均值。共用均值的轴由 normalized_shape 给出，从最后一个轴往前数；前置轴可以有任意多个，也可以没有。");
MISTAKE(divided_by_last_size,
    "The squares of all axes are summed, but the sum is divided by the size of the last axis only. Divide by the product of normalized_shape.",
    "平方是对 normalized_shape 的所有轴求和的，但只除以了最后一个轴的长度。应除以这些轴的长度的乘积。");
MISTAKE(elements_counted_only,
    "You check only how many elements x has. Two samples of (3, 2) have as many as two of (2, 3), but the contract refuses them. Compare the last axes one by one.",
    "只检查了 x 的元素个数。两个 (3, 2) 的样本与两个 (2, 3) 的一样多，但按契约应当拒绝。末尾各轴的长度要逐个比较。");
MISTAKE(eps_as_lower_bound,
    "eps is used as a lower bound: max(mean(x²), eps). Samples above it then ignore it, and those below it are all divided by the same sqrt(eps). Add it instead, for every sample: mean(x²) + eps.",
    "eps 被当成了下限：max(mean(x²), eps)。这样均方大于 eps 的样本完全不受它影响，小于 eps 的样本又全都除以同一个 sqrt(eps)。应当对每个样本做加法：mean(x²) + eps。");
MISTAKE(eps_divided_by_number,
    "eps is added to the sum and then divided by the number of elements with it: only a fraction of it is left. Divide the sum first, then add eps.",
    "eps 加到了平方和上，又跟着一起除以了元素个数，只剩下几分之一。先把平方和除以元素个数，再加 eps。");
MISTAKE(eps_machine_epsilon,
    "eps is float's machine epsilon here (1.19e-7), whatever was passed. PyTorch takes that only when eps is None; here it is given: use the argument.",
    "这里的 eps 是 float 的机器精度（1.19e-7），不管传入了什么。PyTorch 只在 eps 为 None 时才用这个值；这里 eps 是给定的，请使用参数 eps。");
MISTAKE(eps_outside_root, "eps is added after the root. It belongs inside: sqrt(mean(x²) + eps).",
    "eps 加在了开方之后。它应当在根号之内：sqrt(mean(x²) + eps)。");
MISTAKE(eps_twice,
    "eps is added twice: once to the mean square and once more to the root. Once is enough: sqrt(mean(x²) + eps).",
    "eps 加了两次：均方上加了一次，开方之后又加了一次。加一次就够了：sqrt(mean(x²) + eps)。");
MISTAKE(first_axes, "The mean is taken over the first axes. normalized_shape names the last ones.",
    "平均是对最前面的几个轴求的。normalized_shape 指的是末尾的几个轴。");
MISTAKE(first_sample_for_all, "All samples are divided by the root mean square of the first. Each sample has its own.",
    "所有样本都除以了第一个样本的均方根。每个样本都有自己的均方根。");
MISTAKE(input_edited, "The numbers are right, but x itself is changed. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了。请另建一个张量来计算。");
MISTAKE(last_axis_only,
    "The mean is taken over the last axis alone, as `mean(dim=-1)` does. All axes of normalized_shape share one mean: with (2, 3) that is one mean over six elements.",
    "只对最后一个轴求了平均，就像 mean(dim=-1)。normalized_shape 的所有轴共用一个平均值：形状为 (2, 3) 时，就是六个元素的一个平均。");
MISTAKE(last_axis_without_weight,
    "Without a weight the mean is taken over the last axis alone. How many axes share a mean is what normalized_shape says, whether there is a weight or not.",
    "没有 weight 时均值只沿最后一个轴求。几个轴共用一个均值由 normalized_shape 决定，与有没有 weight 无关。");
MISTAKE(layer_norm, "The mean is subtracted: that is LayerNorm. RMSNorm leaves it in.",
    "减去了均值，那是 LayerNorm。RMSNorm 不减均值。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the samples and past the end of x, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨样本，甚至越过 x 的末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(mean_of_abs,
    "The samples are divided by mean(|x|) + eps. That is not the root mean square: square first, then take the mean, then the root.",
    "每个样本除以的是 mean(|x|) + eps，这不是均方根。次序是先平方，再求均值，再开方。");
MISTAKE(mean_of_roots,
    "You take the root of the mean square of each row, and then the mean of those roots. The mean comes first, over all axes, and the root once at the end.",
    "你先求每一行均方的平方根，再对这些根求平均。应先对所有轴求平均，最后只开一次方。");
MISTAKE(multiplied_by_rms,
    "x is multiplied by sqrt(mean(x²) + eps), not divided by it: large samples grow instead of shrinking to about 1. torch.rsqrt is one over the root.",
    "x 乘上了 sqrt(mean(x²) + eps)，而不是除以它：大的样本变得更大，而不是回到 1 附近。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_eps_without_weight,
    "Where there is no weight, eps is missing: in that branch x is divided by sqrt(mean(x²)) alone. eps has nothing to do with the weight: add it in both, or decide about the weight only after the division.",
    "没有 weight 时缺少 eps：那个分支里 x 只除以了 sqrt(mean(x²))。eps 与 weight 无关：两个分支都要加，或者先除完，再看有没有 weight。");
MISTAKE(no_eps,
    "eps is missing: samples whose mean square is near eps come out too large. Add it to the mean square, inside the root.",
    "缺少 eps：均方与 eps 相近的样本会偏大。请在根号内给均方加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axes are gone, so the means of the samples are broadcast along the last axes: an exception mostly, and where the shapes happen to fit, elements are divided by another sample's root. Keep the axes: xt::keep_dims.",
    "求均值后那几个轴消失了，各样本的均值于是沿末尾的轴广播：多数情况下抛异常，形状碰巧对得上时，除以的就是别的样本的均方根。用 xt::keep_dims 保留这些轴。");
MISTAKE(no_root, "The root is missing: x is divided by mean(x²) + eps. Divide by its square root.",
    "缺了开方：x 除以的是 mean(x²) + eps。应当除以它的平方根。");
MISTAKE(no_square,
    "Under the root is the mean of x, not of x²: samples with a mean below -eps become NaN. Square each element before you take the mean.",
    "根号里是 x 的均值，而不是 x² 的均值，均值小于 -eps 的样本会变成 NaN。求均值之前，先把每个元素平方。");
MISTAKE(number_minus_one,
    "The sum of squares is divided by one less than the number of elements, as for a sample's variance. Divide by their number; with one element, one less is zero.",
    "平方和除以了元素个数减一，那是样本方差的算法。应除以元素个数；只有一个元素时，减一就成了零。");
MISTAKE(numerator_centred,
    "The sample's mean is subtracted from x before it is divided; the denominator is right. RMSNorm does not centre: divide x itself.",
    "分母是对的，但分子先减去了样本的均值。RMSNorm 不做中心化：被除的就是 x 本身。");
MISTAKE(one_axis_at_a_time,
    "You normalize over one axis, and the result over the next. That is not the same as one mean square over all of them together.",
    "你先沿一个轴归一化，再对结果沿下一个轴归一化。这与所有轴放在一起求一个均方并不相同。");
MISTAKE(one_axis_at_a_time_from_the_last,
    "One axis is normalized after another, the last one first. All the axes of normalized_shape share one mean square.",
    "是一个轴一个轴先后归一化的，从最后一个轴开始。normalized_shape 的所有轴共用一个均方。");
MISTAKE(one_leading_axis,
    "Only one leading axis is accepted. There may be none, one or several: normalize over the last ones, whatever is in front.",
    "只接受恰好一个前置轴。前置轴可以没有，也可以有多个：归一化只沿末尾各轴，与前置轴有几个无关。");
MISTAKE(not_normalized_without_weight,
    "Without a weight x comes back as it is. No weight only means no factor: x is normalized all the same.",
    "没有 weight 时，x 原样返回了。没有 weight 只是不乘系数，归一化仍然要做。");
MISTAKE(one_plus_weight,
    "You scale by 1 + weight. That is right for Gemma, which stores its weights less one. Here the weight is the factor itself.",
    "你乘的是 1 + weight。对 Gemma 这是对的，它存的是系数减一。这里 weight 本身就是系数。");
MISTAKE(rank_lost, "The result is rows of one sample each: the shape of x is lost. Reshape it back.",
    "结果变成了每行一个样本的矩阵，x 的形状丢了。请 reshape 回去。");
MISTAKE(sizes_added,
    "A sample has as many elements as the product of the sizes in normalized_shape. You take their sum.",
    "一个样本的元素个数是 normalized_shape 里各个数的乘积。你取的是它们的和。");
MISTAKE(square_of_mean,
    "Under the root is the square of the mean, mean(x)² + eps: positive and negative elements cancel. Square each element first, then take the mean.",
    "根号里是均值的平方 mean(x)² + eps，正负元素互相抵消了。先把每个元素平方，再求均值。");
MISTAKE(sum_for_mean, "The squares are summed but not divided by their number.", "平方求了和，却没有除以个数。");
MISTAKE(two_axes_at_most,
    "With three sizes or more in normalized_shape the mean is over the last two axes only. It should be over as many as there are.",
    "normalized_shape 有三个或更多的数时，只对最后两个轴求了均值。有几个就应对几个轴求。");
MISTAKE(variance_in_denominator,
    "The denominator is the standard deviation, sqrt(var(x) + eps), with the mean taken out. RMSNorm divides by the root of mean(x²), with the mean left in.",
    "分母用的是标准差 sqrt(var(x) + eps)，里面减掉了均值。RMSNorm 除以的是 mean(x²) 的平方根，不减均值。");
MISTAKE(weight_added, "The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.",
    "weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。");
MISTAKE(weight_against_rows,
    "Where the weight has several rows it throws: perhaps it still has its own shape, and x has become a matrix of rows. Reshape a copy of it to {width} first, or multiply after y has the shape of x again.",
    "weight 不止一行时就抛异常：也许 weight 以它自己的形状去乘那个由行组成的矩阵。请先把它的副本 reshape 成 {width}，或者等 y 变回 x 的形状再乘。");
MISTAKE(weight_before_norm,
    "x is multiplied by the weight first, and the product is normalized: the weight changes the root mean square too. Normalize x, then multiply by the weight.",
    "你先把 x 乘上 weight，再做归一化，weight 因此也改变了均方根。应当先归一化 x，再乘 weight。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_first_row,
    "Only the first row of a weight with several axes is used, for every row. The weight goes with those axes of x element by element.",
    "weight 有多个轴时只用了第一行，各行都用它。它应当和 x 的这些轴逐元素对应。");
MISTAKE(weight_ignored, "The weight is never used. When there is one, multiply the normalized sample by it.",
    "没有用到 weight。有 weight 时，请把归一化后的样本与它相乘。");
MISTAKE(weight_required,
    "Without a weight you throw or crash. weight is optional: when it is empty, there is no factor. Test `if (weight)` before you read *weight.",
    "没有 weight 时程序抛出异常或崩溃。weight 是可选的：为空时就没有系数。读 *weight 之前先用 `if (weight)` 判断。");
MISTAKE(weight_transposed,
    "The weight is applied transposed: element (i, j) of a sample is multiplied by weight (j, i). Both have the same order of axes.",
    "weight 被转置了：样本的 (i, j) 元素乘了 weight 的 (j, i)。两者各轴的次序相同。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right: x / sqrt(mean(x²) + eps) * weight.",
    "weight 乘了两次。乘一次才对：x / sqrt(mean(x²) + eps) * weight。");
MISTAKE(weight_unchecked, "The shape of weight is not checked. Keep the checks of the stub.",
    "没有检查 weight 的形状。请保留桩代码里的检查。");
MISTAKE(whole_tensor,
    "One mean square is taken over all of x. Each sample, that is each place of the leading axes, has its own.",
    "均方是对整个 x 求的。每个样本（前置轴上的每个位置）都有自己的均方。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "不符合的形状被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused, "Zero samples are refused, but no samples in is no samples out.",
    "这里拒绝了零个样本，但输入零个，输出就是零个。");
FAMILY(eps_fixed, "eps is always {} here, whatever was passed. Use the argument.",
    "这里的 eps 总是 {}，没有用传入的值。请使用参数 eps。", 1e-5, 1e-6);

static Values rms_norm_nd(Run& run) {
    const auto& axes = run.integers("normalized_shape");
    const Shape normalized_shape(axes.begin(), axes.end());
    const std::size_t width = Floats::count(normalized_shape), k = normalized_shape.size();
    Floats x = run.floats("x");
    const Shape shape = x.shape;
    std::optional<Floats> weight;
    if (run.has("weight")) weight = run.floats("weight");

    if (one_leading_axis && shape.size() != k + 1) throw std::invalid_argument("");
    const bool x_fits =
        shape.size() >= k && std::equal(normalized_shape.rbegin(), normalized_shape.rend(), shape.rbegin());
    const bool weight_fits = !weight || weight->shape == normalized_shape || weight_unchecked;
    const bool accepted = x_fits || (elements_counted_only && x.size() % width == 0);
    if (wrong_exception && !(accepted && weight_fits)) throw std::runtime_error("");
    if (!accepted || !weight_fits || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    if (!x_fits) {  // as rows, whatever the axes are
        x.shape = {x.size() / width, width};
        if (weight) weight->shape = {weight->size()};
    }
    // The axes that share a mean are 1 in what is kept.
    const std::size_t rank = x.shape.size(),
                      reduced = whole_tensor                                                         ? rank
                                : all_but_first_axis                                                 ? rank - 1
                                : last_axis_only || !x_fits || (last_axis_without_weight && !weight) ? 1
                                : two_axes_at_most ? std::min<std::size_t>(k, 2)
                                                   : k,
                      first_reduced = first_axes ? 0 : rank - reduced;
    Shape kept = x.shape;
    std::fill_n(kept.begin() + static_cast<std::ptrdiff_t>(first_reduced), reduced, 1);

    Real eps = static_cast<float>(eps_fixed ? eps_fixed.number() : run.number("eps"));
    if (no_eps || (no_eps_without_weight && !weight)) eps = 0;
    if (eps_machine_epsilon) eps = std::numeric_limits<float>::epsilon();
    if (const std::size_t sum = std::accumulate(normalized_shape.begin(), normalized_shape.end(), std::size_t(0));
        sizes_added && sum != width && sum > 0) {
        // So long are the pieces that share a mean; what is done with what remains is not known.
        Floats y(x.shape, grader::anything());
        for (std::size_t start = 0; start + sum <= x.size(); start += sum) {
            Real total = 0;
            for (std::size_t i = start; i < start + sum; ++i) total += Real(x.values[i]) * x.values[i];
            const Real root = std::sqrt(total / static_cast<Real>(sum) + eps);
            for (std::size_t i = 0; i < sum; ++i)
                if (!weight) y.values[start + i] = static_cast<float>(x.values[start + i] / root);
                else if (i < weight->size())
                    y.values[start + i] = static_cast<float>(x.values[start + i] / root * weight->values[i]);
        }
        return {y};
    }
    if (weight && weight_before_norm) x = grader::together(x, *weight, [](Real v, Real weight) { return v * weight; });

    const auto share = [](const Floats& a, const Floats& sum) {  // how many elements are in each sum
        return static_cast<Real>(a.size()) / static_cast<Real>(std::max<std::size_t>(sum.size(), 1));
    };
    const bool absolute = abs_for_square || mean_of_abs, plain = no_square || square_of_mean;
    const auto term = [&](Real v) { return absolute ? std::abs(v) : plain ? v : v * v; };
    const auto roots_of = [&](Floats sum, Real n) {
        const Real divisor = sum_for_mean           ? 1
                             : divided_by_last_size ? static_cast<Real>(x.width())
                             : number_minus_one     ? static_cast<Real>(width) - 1
                                                    : n;
        for (float& one : sum.values) {
            Real mean = (one + (eps_divided_by_number ? eps : 0)) / divisor;
            if (square_of_mean) mean *= mean;
            const Real root = no_root || mean_of_abs  ? mean + eps
                              : eps_divided_by_number ? std::sqrt(mean)
                              : eps_as_lower_bound    ? std::sqrt(std::max(mean, eps))
                              : eps_outside_root      ? std::sqrt(mean) + eps
                              : eps_twice             ? std::sqrt(mean + eps) + eps
                                                      : std::sqrt(mean + eps);
            one = static_cast<float>(multiplied_by_rms ? 1 / root : root);
        }
        return sum;
    };
    const auto divide = [](Real v, Real root) { return v / root; };
    const auto minus = [](Real v, Real mean) { return v - mean; };

    Floats mean = grader::sums(x, kept, [](Real v) { return v; });
    const Real n = share(x, mean);
    for (float& one : mean.values) one = static_cast<float>(one / n);
    const Floats centred = grader::together(x, mean, minus);
    const Floats &top = layer_norm || numerator_centred ? centred : x,
                 &squared = layer_norm || variance_in_denominator ? centred : x;

    Floats y, sum = grader::sums(squared, kept, term), roots = roots_of(sum, n);
    if (lazy_mean) {
        const grader::LazyWindows windows = grader::lazy_windows(x.shape, kept);
        sum = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            Real of_window = 0;
            for (const std::size_t offset : windows.offsets)
                of_window += term(grader::at(squared, windows.starts[i] + offset));
            sum.values[i] = static_cast<float>(of_window);
        }
        roots = roots_of(sum, n);
    } else if (mean_of_roots) {
        Shape rows = x.shape;
        rows.back() = 1;
        const Floats of_rows = roots_of(grader::sums(squared, rows, term), static_cast<Real>(x.width()));
        roots = grader::sums(of_rows, kept, [](Real root) { return root; });
        for (const Real each = share(of_rows, roots); float& root : roots.values)
            root = static_cast<float>(root / each);
    }
    if (first_sample_for_all && roots.size() > 0) std::fill(roots.begin(), roots.end(), roots.values[0]);
    if (no_keep_dims && roots.shape == kept) {
        const auto first = roots.shape.begin() + static_cast<std::ptrdiff_t>(first_reduced);
        roots.shape.erase(first, first + static_cast<std::ptrdiff_t>(reduced));
        if (roots.size() * x.size() > 100'000'000) throw std::bad_alloc();
    }
    if (one_axis_at_a_time || one_axis_at_a_time_from_the_last) {
        y = top;
        for (std::size_t k = 0; k < reduced; ++k) {
            const std::size_t axis = one_axis_at_a_time ? first_reduced + k : first_reduced + reduced - 1 - k;
            Shape without = y.shape;
            without[axis] = 1;
            y = grader::together(y, roots_of(grader::sums(y, without, term), static_cast<Real>(y.shape[axis])), divide);
        }
    } else {
        y = grader::together(top, roots, divide);
    }
    if (weight_required && !weight) grader::xtensor_throws();
    if (not_normalized_without_weight && !weight) return {run.floats("x")};
    if (weight && weight_against_rows && weight->width() != weight->size()) grader::xtensor_throws();
    if (weight && !weight_ignored && !weight_before_norm) {
        Floats w = *weight;
        if (weight_first_row)
            for (std::size_t i = 0; i < w.size(); ++i) w.values[i] = weight->values[i % w.width()];
        if (weight_transposed) {
            if (w.size() != width) grader::xtensor_throws();
            for (std::size_t i = 0; i < w.size(); ++i) {  // the last axis of what is turned is the weight's first
                std::size_t rest = i, from = 0, stride = w.size();
                for (const std::size_t extent : weight->shape) {
                    stride /= extent;
                    from += rest % extent * stride;
                    rest /= extent;
                }
                w.values[i] = weight->values[from];
            }
            w.shape = normalized_shape;
        }
        y = grader::together(y, w, [](Real v, Real weight) {
            return weight_added      ? v + weight
                   : weight_divided  ? v / weight
                   : one_plus_weight ? v * (1 + weight)
                   : weight_twice    ? v * weight * weight
                                     : v * weight;
        });
    }
    if (!x_fits) y.shape = shape;
    if (rank_lost && y.size() != x.size()) grader::xtensor_throws();
    if (rank_lost) y.shape = {y.size() / width, width};
    if (input_edited) run.edit("x") = y;
    return {y};
}
