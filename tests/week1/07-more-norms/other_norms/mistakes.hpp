#pragma once
// What people get wrong in other_norms, and the function that gets it wrong.
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(absolute_deviation,
    "You divide by the root of mean(|x - mean|)². The variance is the mean of the squares, and not the square of a mean.",
    "根号里用的是 mean(|x - mean|)²。方差是平方的平均，而不是平均的平方。");
MISTAKE(batch_is_layer_norm,
    "batch_norm averages over C and L of each sample. That is what GroupNorm with one group does. BatchNorm keeps the channels apart and averages over N and L.",
    "batch_norm 对每个样本的 C 和 L 求了平均，那是只有一组的 GroupNorm。BatchNorm 的各通道分开，对 N 和 L 求平均。");
MISTAKE(batch_over_channels,
    "batch_norm averages over the channels. They are what it keeps apart: the average is over N and L.",
    "batch_norm 对通道求了平均。通道恰恰要分开：应对 N 和 L 求平均。");
MISTAKE(batch_over_length_only,
    "batch_norm averages only over L: that is InstanceNorm, each sample by itself. BatchNorm averages over N too.",
    "batch_norm 只对 L 求了平均，那是 InstanceNorm，每个样本各算各的。BatchNorm 还要跨样本（N）求平均。");
MISTAKE(batch_over_samples_only,
    "batch_norm averages only over N, for each place separately. A channel has one mean over N and L.",
    "batch_norm 只对 N 求了平均，每个位置各算各的。每个通道应对 N 和 L 一起求一个均值。");
MISTAKE(batch_reshaped,
    "batch_norm normalizes C rows as a reshape of x gives them, but a channel's elements are not side by side: other channels lie between two samples. Turn the axes first: xt::transpose(x, {1, 0, 2}), in a Tensor.",
    "batch_norm 归一化的是由 x 直接 reshape 得到的 C 行，但一个通道的元素并不相邻：两个样本之间隔着其他通道。请先换好轴的次序：xt::transpose(x, {1, 0, 2})，存进 Tensor。");
MISTAKE(batch_whole_tensor, "batch_norm takes one mean and one variance of all of x. Each channel has its own.",
    "batch_norm 对整个 x 只求了一个均值和方差。每个通道都有自己的。");
MISTAKE(empty_refused,
    "An empty x is refused, but nothing in is nothing out: return x as it is, or let the loops run over nothing.",
    "这里拒绝了空的 x，但输入为空，输出就为空：原样返回 x，或让循环一次也不执行即可。");
MISTAKE(eps_before_division,
    "eps is added to the sum of the squares, before it is divided by their number, so that only a fraction of eps is left. Divide first, then add eps.",
    "eps 加在了平方和上，之后才除以元素个数，结果只剩几分之一个 eps。应先求平均，再加 eps。");
MISTAKE(eps_fixed, "eps is always 1e-5 here, whatever was passed. Use the argument.",
    "这里的 eps 总是 1e-5，没有用传入的值。请使用参数 eps。");
MISTAKE(eps_outside_root, "eps is added after the root. It belongs inside: sqrt(var + eps).",
    "eps 加在了开方之后。它应当在根号之内：sqrt(var + eps)。");
MISTAKE(first_mean_for_all,
    "One mean and one variance are used for everything, those of the first channel or group. Each has its own.",
    "所有元素都用了第一个通道（或第一组）的均值和方差。每个通道或每一组都有自己的。");
MISTAKE(group_across_samples,
    "group_norm averages over the samples too. Only BatchNorm does: a group belongs to one sample.",
    "group_norm 连样本那个轴也一起求了平均。只有 BatchNorm 才这样：一组只属于一个样本。");
MISTAKE(group_by_turns,
    "group_norm deals the channels out one by one, c % groups. A group is a run of neighbours, c / (C / groups).",
    "group_norm 把通道轮流分到各组（c % groups）。一组应是相邻的通道：c / (C / groups)。");
MISTAKE(group_each_channel,
    "group_norm averages only over L, each channel by itself: that is InstanceNorm. The channels of a group share their mean.",
    "group_norm 只对 L 求了平均，每个通道各算各的，那是 InstanceNorm。同组的通道共用一个均值。");
MISTAKE(group_ignored,
    "group_norm does not use `groups`: all channels of a sample share one mean. Cut them into groups first.",
    "group_norm 没有用到 groups：一个样本的所有通道共用了一个均值。请先把通道分组。");
MISTAKE(group_size_for_groups,
    "group_norm takes `groups` for the number of channels in a group. It is the number of groups: each has C / groups channels.",
    "group_norm 把 groups 当成了每组的通道数。它是组数：每组有 C / groups 个通道。");
MISTAKE(group_of_all_is_layer_norm,
    "group_norm with one group is taken for a norm over the last axis, L. One group is all channels of a sample, at all places: its mean is over C and L.",
    "只有一组时，group_norm 被当成了对最后一个轴 L 的归一化。一组就是一个样本的全部通道、全部位置：均值要对 C 和 L 求。");
MISTAKE(group_without_length,
    "group_norm averages over the channels of a group at each place separately. L belongs to the average too.",
    "group_norm 在每个位置上分别对组内通道求了平均。L 也应包含在平均之内。");
MISTAKE(groups_unchecked, "It is not checked that `groups` divides the channels. Keep the checks of the stub.",
    "没有检查 groups 能否整除通道数。请保留桩代码里的检查。");
MISTAKE(input_edited, "The numbers are right, but x itself is changed. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了。请另建一个张量来计算。");
MISTAKE(lazy_mean,
    "The mean was still lazy when it was broadcast: xtensor then takes each element's mean from places that move on with the element, in other channels or past the end of x, so expect wrong numbers or a crash. Give mean and variance the type Tensor, not auto.",
    "均值参与广播时还没有求值：这时 xtensor 给每个元素取均值的位置会跟着元素移动，移到别的通道里，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值和方差的类型都写 Tensor，不要用 auto。");
MISTAKE(lazy_mean_alone,
    "The mean was still lazy when it was broadcast: xtensor then takes each element's mean from places that move on with the element, in other channels or past the end of x, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "均值参与广播时还没有求值：这时 xtensor 给每个元素取均值的位置会跟着元素移动，移到别的通道里，甚至越过 x 的末尾，结果是错误的数值或崩溃。均值的类型要写 Tensor，不要用 auto。");
MISTAKE(lazy_variance,
    "The formula is right, but the variance was still lazy when it was broadcast: xtensor then takes each element's variance from places that move on with the element, in other channels or past the end, so expect wrong numbers or a crash. Give it the type Tensor, not auto.",
    "公式是对的，但方差参与广播时还没有求值：这时 xtensor 给每个元素取方差的位置会跟着元素移动，移到别的通道里，甚至越过末尾，结果是错误的数值或崩溃。方差的类型要写 Tensor，不要用 auto。");
MISTAKE(length_not_counted,
    "The squares are summed over L too, but the sum is divided as if each channel had one place: the divisor lacks the factor L.",
    "平方也沿 L 求了和，但除的时候好像每个通道只有一个位置：除数少了因子 L。");
MISTAKE(length_not_counted_at_all,
    "The mean and the variance are divided by the number of channels in a group, or of samples in the batch, without L. They are over the length too: divide by the number of all elements that were added up.",
    "均值和方差除以的是一组的通道数，或者一批的样本数，没有乘 L。它们也是沿长度求的：应除以相加的元素总数。");
MISTAKE(mean_left_in,
    "You divide by the standard deviation, but the mean is still in the numerator: the output keeps the shift of the input. Divide x - mean(x).",
    "除以了标准差，但分子里没有减均值，输入的整体平移留在了输出里。分子应当是 x - mean(x)。");
MISTAKE(mean_not_subtracted,
    "Nothing is subtracted: this is the RMS over the right axes. BatchNorm and GroupNorm subtract the mean first.",
    "没有减均值，只在正确的轴上做了均方根归一化。BatchNorm 和 GroupNorm 都要先减均值。");
MISTAKE(mean_square_for_variance,
    "The mean is subtracted in the numerator, but you divide by the root of mean(x²). The variance is the mean square of what is left after the mean is taken away.",
    "分子减了均值，但分母用的是 mean(x²) 的平方根。方差是减去均值之后的均方。");
MISTAKE(multiplied_by_deviation,
    "x - mean is multiplied by sqrt(var + eps), not divided by it. torch.rsqrt is one over the root.",
    "x - mean 乘上了 sqrt(var + eps)，而不是除以它。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_eps,
    "eps is missing: you divide by sqrt(var). A constant channel then divides 0 by 0. Add eps to the variance, inside the root.",
    "缺少 eps：你除以的是 sqrt(var)，各元素相等时就成了 0 除以 0。请在根号内给方差加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axes are gone, so the means are broadcast along the last axes: an exception mostly, and where the shapes happen to fit, elements get the mean of another channel or group. Keep the axes: xt::keep_dims.",
    "求均值后那几个轴消失了，均值于是沿末尾的轴广播：多数情况下抛异常，形状碰巧对得上时，用的就是别的通道或别的组的均值。用 xt::keep_dims 保留这些轴。");
MISTAKE(one_pass_variance,
    "On paper mean(x²) - mean(x)² is the variance. In float32 it is the small difference of two large numbers, and nothing right is left of it when the mean is large. Subtract the mean first, then square.",
    "数学上 mean(x²) - mean(x)² 就是方差。但在 float32 里这是两个大数相减，均值很大时有效数字全丢了。应先减均值，再平方。");
MISTAKE(rank_unchecked, "The number of axes of x is not checked. Keep the checks of the stub.",
    "没有检查 x 有几个轴。请保留桩代码里的检查。");
MISTAKE(root_missing, "You divide by the variance plus eps, without the root.", "你直接除以了方差加 eps，没有开方。");
MISTAKE(shape_lost,
    "The result does not have the shape of x: it is still N × groups × C / groups × L, or the channels come first. Bring it back to N × C × L.",
    "结果的形状与 x 不同：要么还是分组后的四维，要么通道排在了最前面。请恢复成 x 的形状。");
MISTAKE(sum_for_variance, "The squares are summed but not divided by their number.", "平方求了和，却没有除以个数。");
MISTAKE(sums_not_reset,
    "The sums run on from one channel or group to the next: the first is right, the later ones still have those before in them. Set both sums to 0 for each.",
    "累加的变量从一个通道或一组接着加到下一个：第一个是对的，后面的还带着前面的。每个通道、每一组开始时都要清零。");
MISTAKE(turned_back_by_reshape,
    "batch_norm's numbers are right, but their order is still the turned one, channels first: reshape to x's shape does not turn the axes back. Reshape to C x N x L, and then xt::transpose(y, {1, 0, 2}).",
    "batch_norm 的数值是对的，次序却还是转过轴的次序，通道在前：reshape 成 x 的形状并不会把轴转回来。请 reshape 成 C x N x L，再 xt::transpose(y, {1, 0, 2})。");
MISTAKE(unbiased_variance,
    "Your variance divides by one less than the number of elements. Here, as in PyTorch's norms, it divides by their number.",
    "你的方差除以了元素个数减一。这里与 PyTorch 的归一化相同，除以元素个数。");
MISTAKE(variance_within_samples,
    "batch_norm averages the variances of the samples, each about its own mean. The differences between the samples' means are lost: take the distance of every element from the mean of the channel.",
    "batch_norm 取的是各个样本方差的平均，每个样本都以自己的均值为准，各样本均值之间的差异就丢了。应当用每个元素到该通道均值的距离。");
MISTAKE(wrong_exception,
    "What does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "不符合要求的输入被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");

/// x, whose axes of these numbers share a mean and a variance.
static Floats normalized(const Floats& x, const Shape& axes, Real eps) {
    if (empty_refused && x.size() == 0) throw std::invalid_argument("");
    if (x.size() == 0) return x;
    const auto summed = [&](const Floats& a, auto&& term) {
        Shape kept = a.shape;
        for (const std::size_t axis : axes) kept.at(axis) = 1;
        Floats sum = grader::sums(a, kept, term);
        if (sums_not_reset) std::partial_sum(sum.begin(), sum.end(), sum.begin());
        if (first_mean_for_all) std::fill(sum.begin(), sum.end(), sum.values.at(0));
        return sum;
    };
    const auto without_axes = [&](Floats a) {
        if (no_keep_dims)
            for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
                a.shape.erase(a.shape.begin() + static_cast<std::ptrdiff_t>(*axis));
        return a;
    };

    Floats mean = summed(x, [](Real v) { return v; });
    const Real length = length_not_counted_at_all ? static_cast<Real>(x.shape.back()) : 1;
    for (float& one : mean.values) one = static_cast<float>(one * length / static_cast<Real>(x.size() / mean.size()));
    const bool is_lazy = lazy_mean || lazy_mean_alone || lazy_variance;
    const grader::LazyWindows windows = is_lazy ? grader::lazy_windows(x.shape, mean.shape) : grader::LazyWindows{};
    Floats from_here = x, seen = x;  // the mean of the window that begins with that element, and of the one it sees
    if (lazy_mean || lazy_mean_alone) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            Real sum = 0;
            for (const std::size_t offset : windows.offsets) sum += grader::at(x, i + offset);
            from_here.values[i] = static_cast<float>(sum / static_cast<Real>(windows.offsets.size()));
        }
        for (std::size_t i = 0; i < x.size(); ++i) seen.values[i] = grader::at(from_here, windows.starts[i]);
    }

    const bool plain = mean_not_subtracted;
    const auto minus = [](Real v, Real mean) { return v - mean; };
    const Floats centred =
        plain ? x : grader::together(x, lazy_mean || lazy_mean_alone ? seen : without_axes(mean), minus);
    const Floats &top = mean_left_in ? x : centred, &squared = mean_square_for_variance ? x : centred;

    const bool absolute = absolute_deviation, twice = lazy_mean && !plain && !mean_square_for_variance;
    Floats variance = summed(squared, [&](Real v) { return absolute ? std::abs(v) : v * v; });
    const Real n = static_cast<Real>(squared.size()) / static_cast<Real>(variance.size());
    if (lazy_mean || lazy_variance) {
        variance = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t start = windows.starts[i];
            Real sum = 0;
            for (std::size_t k = 0; k < windows.offsets.size(); ++k) {
                const Real inside =
                    twice ? grader::at(from_here, start + i * windows.steps.back() + windows.steps[k]) : 0;
                const Real c = grader::at(twice ? x : squared, start + windows.offsets[k]) - inside;
                sum += absolute ? std::abs(c) : c * c;
            }
            variance.values[i] = static_cast<float>(sum);
        }
    }
    if (variance_within_samples && axes == Shape{0, 2} && x.size() > 0) {
        const std::size_t C = x.shape[1], L = x.shape[2];
        std::vector<Real> sums(C, 0);
        for (std::size_t row = 0; row < x.size() / L; ++row) {
            const auto from = x.begin() + static_cast<std::ptrdiff_t>(row * L),
                       to = from + static_cast<std::ptrdiff_t>(L);
            const Real own = std::accumulate(from, to, Real(0)) / Real(L);
            for (auto v = from; v != to; ++v) sums[row % C] += (*v - own) * (*v - own);
        }
        if (variance.size() == C) variance.values.assign(sums.begin(), sums.end());
    }
    const Real divisor = sum_for_variance     ? 1
                         : unbiased_variance  ? n - 1
                         : length_not_counted ? n / static_cast<Real>(x.shape.back())
                                              : n / length;
    for (std::size_t i = 0; i < variance.size(); ++i) {
        Real v = (variance.values[i] + (eps_before_division ? eps : 0)) / divisor;
        if (unbiased_variance && n == 1) v = grader::anything();  // some see to it
        if (absolute) v *= v;
        // What is left after the cancellation depends on the order of the sum.
        if (one_pass_variance && variance.size() == mean.size() && v > 0 && std::pow(mean.values[i], 2) >= 1e4 * v)
            v = grader::rounding();
        const Real root = root_missing          ? v + eps
                          : eps_outside_root    ? std::sqrt(v) + eps
                          : eps_before_division ? std::sqrt(v)
                                                : std::sqrt(v + eps);
        variance.values[i] = static_cast<float>(multiplied_by_deviation ? 1 / root : root);
    }
    if (!(lazy_mean || lazy_variance)) variance = without_axes(variance);
    return grader::together(top, variance, [](Real v, Real root) { return v / root; });
}

static Values other_norms(Run& run) {
    const Floats& x = run.floats("x");
    const bool is_batch = run.call.function == "batch_norm";
    const auto refuse = [] {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    };
    const Shape& shape = x.shape;
    const std::size_t rank = shape.size();
    if (rank != 3 && !rank_unchecked) refuse();
    const Real eps = no_eps ? 0 : static_cast<float>(eps_fixed ? 1e-5 : run.number("eps"));

    Floats y = x;
    if (is_batch) {
        Shape axes = batch_is_layer_norm       ? Shape{1, 2}
                     : batch_over_channels     ? Shape{1}
                     : batch_over_length_only  ? Shape{2}
                     : batch_over_samples_only ? Shape{0}
                     : batch_whole_tensor      ? Shape{0, 1, 2}
                                               : Shape{0, 2};
        if (rank != 3) {
            axes = {0};
            for (std::size_t axis = 2; axis < rank; ++axis) axes.push_back(axis);
        }
        if (batch_reshaped && rank == 3) {
            y.shape = {shape[1], shape[0] * shape[2]};
            y = normalized(y, {1}, eps);
            if (y.size() != x.size()) grader::xtensor_throws();
            y.shape = shape;
        } else y = normalized(x, axes, eps);
        if ((shape_lost || turned_back_by_reshape) && y.shape.size() == 3) {  // the channels come first
            const Floats from = y;
            y.shape = {from.shape[1], from.shape[0], from.shape[2]};
            const std::size_t C = from.shape[1], L = from.shape[2];
            for (std::size_t i = 0; i < y.size(); ++i)
                y.values[(i / L % C * from.shape[0] + i / L / C) * L + i % L] = from.values[i];
            if (turned_back_by_reshape) y.shape = from.shape;
        }
    } else {
        const auto groups = static_cast<std::size_t>(run.number("groups"));
        if (rank > 1 && (groups == 0 || shape[1] % groups != 0) && !groups_unchecked) refuse();
        if (rank != 3) {
            const std::size_t rows = shape[0] * groups;
            if (rows == 0 ? x.size() > 0 : x.size() % rows != 0) grader::xtensor_throws();
            y.shape = {rows, rows > 0 ? x.size() / rows : 0};
            y = normalized(y, {1}, eps);
        } else {
            // (N, groups, C / groups, L), or another way to cut; channels that are left over stay as they are.
            const std::size_t N = shape[0], C = shape[1], L = shape[2], each = groups > 0 ? C / groups : 0,
                              used = groups * each;
            const bool turned = group_by_turns || group_size_for_groups;
            Floats parts(turned ? Shape{N, each, groups, L} : Shape{N, groups, each, L}, 0.0f);
            for (std::size_t i = 0; i < parts.size(); ++i)
                parts.values[i] = x.values[i / L / used * C * L + i % (used * L)];
            parts = normalized(parts,
                group_by_turns                              ? Shape{1, 3}
                : group_across_samples                      ? Shape{0, 2, 3}
                : group_each_channel                        ? Shape{3}
                : group_ignored                             ? Shape{1, 2, 3}
                : group_without_length                      ? Shape{2}
                : group_of_all_is_layer_norm && groups == 1 ? Shape{3}
                                                            : Shape{2, 3},
                eps);
            if (used == C && shape_lost) y = parts;
            else if (parts.size() != N * used * L) grader::xtensor_throws();
            else
                for (std::size_t i = 0; i < parts.size(); ++i)
                    y.values[i / L / used * C * L + i % (used * L)] = parts.values[i];
        }
        if (!shape_lost && y.size() != x.size()) grader::xtensor_throws();
        if (!shape_lost) y.shape = shape;
    }
    if (input_edited) run.edit("x") = y;
    return {y};
}
