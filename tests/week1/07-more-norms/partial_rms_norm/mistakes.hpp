#pragma once
// What people get wrong in partial_rms_norm, and the function that gets it wrong.
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(abs_for_square,
    "Under the root is the mean of |x| over the first k elements, not the mean of x²: sqrt(mean(|x|) + eps). Use the square.",
    "根号里是前 k 个元素 |x| 的均值，而不是 x² 的均值：sqrt(mean(|x|) + eps)。应当用平方。");
MISTAKE(all_of_the_row,
    "The mean square is that of the whole row, and p has no effect: this is RMSNorm. Only the first k elements are looked at.",
    "均方是对整行求的，p 没有起作用：这就是 RMSNorm。只应看前 k 个元素。");
MISTAKE(axis_1,
    "The mean is always taken over axis 1. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "均值总是沿轴 1 求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(axis_0_cut,
    "The first axis is cut at k, which is the last one only where x is a single row: xt::view counts its slices from the first axis on. For the last axis: xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)}).",
    "切的是第一个轴，只有 x 是单独一行时它才是最后一个轴：xt::view 的切片从第一个轴数起。切最后一个轴要写 xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)})。");
MISTAKE(axis_1_cut,
    "Axis 1 is cut at k, which is the last axis only for a matrix: xt::view counts its slices from the first axis on. For the last axis: xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)}).",
    "切的是轴 1，只有矩阵的最后一个轴才是轴 1：xt::view 的切片从第一个轴数起。切最后一个轴要写 xt::strided_view(x, {xt::ellipsis(), xt::range(std::size_t{0}, k)})。");
MISTAKE(divided_by_share,
    "The squares of the first k elements are summed, but divided by D * p before it is rounded. Divide by k, the number of squares in the sum.",
    "前 k 个元素的平方和除以了取整之前的 D * p。应除以 k，也就是相加的平方的个数。");
MISTAKE(divided_by_width, "The squares of the first k elements are summed, but divided by D. Their mean divides by k.",
    "前 k 个元素的平方和除以了 D。求平均应除以 k。");
MISTAKE(eps_as_lower_bound,
    "eps is used as a lower bound: max(mean(x²), eps). Rows above it then ignore it, and rows below it are all divided by the same sqrt(eps). Add it instead, for every row: mean(x²) + eps.",
    "eps 被当成了下限：max(mean(x²), eps)。这样均方大于 eps 的行完全不受它影响，小于 eps 的行又全都除以同一个 sqrt(eps)。应当对每一行做加法：mean(x²) + eps。");
MISTAKE(eps_divided_by_k,
    "eps is added to the sum and then divided by k with it: sqrt((sum(x²) + eps) / k). Only 1/k of it is left. Divide the sum first, then add eps.",
    "eps 加到了平方和上，又跟着一起除以了 k：sqrt((sum(x²) + eps) / k)，只剩下 1/k。先把平方和除以 k，再加 eps。");
MISTAKE(eps_outside_root, "eps is added after the root. It belongs inside: sqrt(mean(x²) + eps).",
    "eps 加在了开方之后。它应当在根号之内：sqrt(mean(x²) + eps)。");
MISTAKE(eps_twice,
    "eps is added twice: once to the mean square and once more to the root. Once is enough: sqrt(mean(x²) + eps).",
    "eps 加了两次：均方上加了一次，开方之后又加了一次。加一次就够了：sqrt(mean(x²) + eps)。");
MISTAKE(every_nth,
    "You take every n-th element of the row. It is the first k that count: the paper takes them because all elements have the same distribution, and neighbours are cheap to read.",
    "你每隔几个取一个元素。应取前 k 个：论文假定各元素分布相同，而相邻的元素读起来最省。");
MISTAKE(first_elements_only,
    "Only the first k elements are normalized, and the rest of the row is multiplied by the weight alone. All should be divided by the root: only the estimate comes from the first k.",
    "只归一化了前 k 个元素，其余的只乘了 weight。整行都要除以这个根，只是估计来自前 k 个。");
MISTAKE(first_matrix_only,
    "Only the first x.shape(0) rows are normalized, the rest of the output is not. There are x.size() / D rows.",
    "只归一化了前 x.shape(0) 行，其余输出没有处理。总行数是 x.size() / D。");
MISTAKE(first_row, "The estimate of the first row is used for all rows. Each row has its own.",
    "所有行都用了第一行的估计。每一行都有自己的估计。");
MISTAKE(input_edited, "The numbers are right, but x itself is changed. Work on a tensor of your own.",
    "数值是对的，但输入 x 被改了。请另建一个张量来计算。");
MISTAKE(last_elements, "The mean square is that of the last k elements. It should be the first k that count.",
    "均方取的是最后 k 个元素。应取前 k 个。");
MISTAKE(layer_norm, "The mean of the first k elements is subtracted. RMSNorm, partial or not, subtracts nothing.",
    "减去了前 k 个元素的均值。RMSNorm 无论是否只看一部分，都不减均值。");
MISTAKE(lazy_mean,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(lazy_mean_of_a_copy,
    "The formula is right, but the mean was still lazy when it was broadcast: xtensor then takes each element's mean from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give the mean a name and the type Tensor, not auto.",
    "公式是对的，但均值参与广播时还没有求值：这时 xtensor 给每个元素取的均值来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。给均值起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(mean_of_abs,
    "The rows are divided by mean(|x|) + eps, with the mean over the first k elements. That is not the root mean square: square first, then take the mean, then the root.",
    "每一行除以的是前 k 个元素的 mean(|x|) + eps，这不是均方根。次序是先平方，再求均值，再开方。");
MISTAKE(multiplied_by_rms,
    "x is multiplied by sqrt(mean(x²) + eps), not divided by it: large rows grow instead of shrinking. torch.rsqrt is one over the root.",
    "x 乘上了 sqrt(mean(x²) + eps)，而不是除以它：大的行变得更大，而不是变小。torch.rsqrt 是平方根的倒数。");
MISTAKE(no_element, "If D * p is below 1, no element is looked at, and the mean of nothing is 0 / 0. k is at least 1.",
    "D * p 小于 1 时一个元素都不看，0 / 0 就是 NaN。k 至少为 1。");
MISTAKE(no_eps,
    "eps is missing: where the first k elements are near zero the row becomes far too large, or NaN. Add it to the mean square, inside the root.",
    "缺少 eps：前 k 个元素接近零时，整行会变得很大，甚至是 NaN。请在根号内给均方加上 eps。");
MISTAKE(no_keep_dims,
    "The reduced axis is gone, so the means of N rows are broadcast along the last axis: an exception mostly, and on a square x each column is divided by some row's root. Keep the axis: xt::keep_dims.",
    "求均值后那个轴消失了，N 行的均值于是沿最后一个轴广播：多数情况下抛异常，方阵时则是每一列除以了某一行的均方根。用 xt::keep_dims 保留这个轴。");
MISTAKE(no_root, "The root is missing: x is divided by mean(x²) + eps. Divide by its square root.",
    "缺了开方：x 除以的是 mean(x²) + eps。应当除以它的平方根。");
MISTAKE(no_square,
    "Under the root is the mean of x, not of x²: rows whose first k elements have a mean below -eps become NaN. Square each element before you take the mean.",
    "根号里是 x 的均值，而不是 x² 的均值，前 k 个元素均值小于 -eps 的行会变成 NaN。求均值之前，先把每个元素平方。");
MISTAKE(no_weight, "weight is not used. Multiply the normalized row by it, element by element.",
    "没有用到 weight。请把归一化后的行与它逐元素相乘。");
MISTAKE(one_plus_weight,
    "You scale by 1 + weight. That is right for Gemma, which stores its weights less one. Here the weight is the factor itself.",
    "你乘的是 1 + weight。对 Gemma 这是对的，它存的是系数减一。这里 weight 本身就是系数。");
MISTAKE(p_of_nan,
    "NaN gets past your check of p: both p <= 0 and p > 1 are false for it. Test for what is right, `!(p > 0 && p <= 1)`, not for what is wrong.",
    "NaN 通过了你对 p 的检查：对它来说，p <= 0 和 p > 1 都是假。应判断“不满足要求”，即 `!(p > 0 && p <= 1)`，而不是列举错误的情况。");
MISTAKE(p_as_integer,
    "For every p below 1 just one element is looked at, as if p were converted to an integer first. Multiply first, then convert: static_cast<std::size_t>(D * p).",
    "p 小于 1 时总是只看一个元素，好像 p 在相乘之前就转换成了整数。先乘再转换：static_cast<std::size_t>(D * p)。");
MISTAKE(p_of_one_refused,
    "p = 1 is refused, but it's allowed: the whole row is looked at. The condition is 0 < p <= 1.",
    "拒绝了 p = 1，而它是允许的：看的就是整行。条件是 0 < p <= 1。");
MISTAKE(p_unchecked,
    "p is not checked. 0, a negative number, NaN and anything above 1 are not a share of a row. Keep the checks of the stub.",
    "没有检查 p。0、负数、NaN 和大于 1 的数都不是一行的一部分。请保留桩代码里的检查。");
MISTAKE(rank_lost, "The result is always rows × D: the leading axes are lost. Give it the shape of x.",
    "结果总是“行数 × D”的矩阵，前置轴丢了。结果应与 x 形状相同。");
MISTAKE(rest_untouched,
    "Only the first k elements are normalized and multiplied by the weight, and the rest of the row is x as it was. All elements should be divided and multiplied: only the estimate comes from the first k.",
    "只有前 k 个元素做了归一化并乘了 weight，其余的还是原来的 x。整行都要除、都要乘，只是估计来自前 k 个。");
MISTAKE(rest_cut_off,
    "The result has only the first k elements of each row. It should have the shape of x: all elements are divided, only the estimate comes from the first k.",
    "结果里每行只剩前 k 个元素。结果应与 x 形状相同：所有元素都要除，只是估计来自前 k 个。");
MISTAKE(rounded_to_even,
    "k is rounded to the nearest integer, halves to the even one, as std::nearbyint and Python's round do: 1.75 becomes 2. The contract rounds down.",
    "k 取了最近的整数，正好一半时取偶数（std::nearbyint 和 Python 的 round 都是这样）：1.75 变成 2。契约写的是向下取整。");
MISTAKE(rounded_to_nearest, "k is rounded to the nearest integer: 1.75 becomes 2. The contract rounds down.",
    "k 四舍五入了：1.75 变成 2。契约写的是向下取整。");
MISTAKE(rounded_up,
    "k is rounded up: half of five elements become three. The paper writes the ceiling, but its authors' code rounds down, and so does the contract: floor(D * p).",
    "k 向上取整了：五个元素的一半成了三个。论文写的是向上取整，但作者的代码向下取整，这里的契约也一样：floor(D * p)。");
MISTAKE(square_of_mean,
    "Under the root is the square of the mean, mean(x)² + eps: positive and negative elements cancel. Square each of the first k elements, then take the mean.",
    "根号里是均值的平方 mean(x)² + eps，正负元素互相抵消了。先把前 k 个元素逐个平方，再求均值。");
MISTAKE(sum_for_mean, "The squares are summed but not divided by k.", "平方求了和，却没有除以 k。");
MISTAKE(sum_not_reset,
    "The sum of squares runs on from row to row: row 0 is right, each later row is divided by the squares of all rows before it too. Set the sum to 0 at the start of each row.",
    "平方和一行接一行地累加下去：第 0 行是对的，后面每一行还带着前面各行的平方和。每一行开始时要把它清零。");
MISTAKE(variance_in_denominator,
    "The denominator is a standard deviation: the mean of the first k elements is taken out before they are squared. RMSNorm divides by the root of mean(x²), with the mean left in.",
    "分母用的是标准差：平方之前减掉了前 k 个元素的均值。RMSNorm 除以的是 mean(x²) 的平方根，不减均值。");
MISTAKE(weight_added, "The weight is added, like a bias. RMSNorm has no bias: multiply by the weight.",
    "weight 被当成偏置加上去了。RMSNorm 没有偏置，应当乘以 weight。");
MISTAKE(weight_before_norm,
    "x is multiplied by the weight first, and the product is normalized: the weight changes the root mean square too. Normalize x, then multiply by the weight.",
    "你先把 x 乘上 weight，再做归一化，weight 因此也改变了均方根。应当先归一化 x，再乘 weight。");
MISTAKE(weight_divided, "You divide by the weight. It is a factor: multiply by it.",
    "你除以了 weight。它是一个系数，应当相乘。");
MISTAKE(weight_of_first_elements_only,
    "Only the first k elements are multiplied by their weight. All D should be: only the estimate comes from the first k.",
    "只有前 k 个元素乘了 weight。D 个元素都要乘：只有估计值来自前 k 个。");
MISTAKE(weight_twice, "The weight is multiplied in twice. Once is right: x / sqrt(mean(x²) + eps) * weight.",
    "weight 乘了两次。乘一次才对：x / sqrt(mean(x²) + eps) * weight。");
MISTAKE(weight_unchecked, "The shape of weight is not checked. Keep the checks of the stub.",
    "没有检查 weight 的形状。请保留桩代码里的检查。");
MISTAKE(whole_tensor, "One estimate is made from the first share of all elements of x. Each row has its own.",
    "用整个 x 的前一部分元素做了一个估计。每一行都有自己的估计。");
MISTAKE(wrong_exception,
    "A weight or a p that does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "不符合要求的 weight 或 p 被拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");
MISTAKE(zero_rows_refused, "Zero rows are refused, but no rows in is no rows out.",
    "这里拒绝了零行的输入，但输入零行，输出就是零行。");
FAMILY(eps_fixed, "eps is always {} here, whatever was passed. Use the argument.",
    "这里的 eps 总是 {}，没有用传入的值。请使用参数 eps。", 1e-5, 1e-6);

static Values partial_rms_norm(Run& run) {
    const Floats &x = run.floats("x"), &weight = run.floats("weight");
    const std::size_t rank = x.shape.size(), D = x.width();
    const float p = static_cast<float>(run.number("p"));
    const bool p_fits = p > 0 && p <= 1;
    const bool fits =
        (weight.shape == Shape{D} || weight_unchecked) && (p_fits || p_unchecked || (p_of_nan && std::isnan(p)));
    if (wrong_exception && !fits) throw std::runtime_error("");
    if (!fits || (zero_rows_refused && x.size() == 0) || (p_of_one_refused && p == 1)) throw std::invalid_argument("");

    Real eps = static_cast<float>(eps_fixed ? eps_fixed.number() : run.number("eps"));
    if (no_eps) eps = 0;
    const Floats input =
        weight_before_norm ? grader::together(x, weight, [](Real v, Real weight) { return v * weight; }) : x;

    // How many elements are looked at, and which.
    const std::size_t width = whole_tensor ? input.size() : D;
    const float share = p_fits ? static_cast<float>(width) * p : 0;
    std::size_t k = static_cast<std::size_t>(rounded_up           ? std::ceil(share)
                                             : rounded_to_even    ? std::nearbyint(share)
                                             : rounded_to_nearest ? std::round(share)
                                                                  : std::floor(share));
    if (!no_element) k = std::max<std::size_t>(1, k);
    if (p_as_integer && p < 1) k = no_element ? 0 : 1;
    if (all_of_the_row) k = width;
    if (axis_0_cut || axis_1_cut) {
        const std::size_t axis = axis_0_cut ? 0 : 1;
        // A matrix, or a row, whose last axis it is, comes out right.
        if (axis != rank - 1) {
            const std::size_t extent = axis < rank ? x.shape[axis] : 0, left = std::min(k, extent);
            if (axis < rank && left != extent && left != 1) grader::xtensor_throws();
            if (axis < rank && left != extent) return {Floats(x.shape, grader::anything())};
            k = width;
        }
    }
    const std::size_t step = every_nth && k > 0 ? width / k : 1, from = last_elements ? width - std::min(k, width) : 0;
    Floats front;
    front.shape = whole_tensor ? Shape{k} : input.shape;
    front.shape.back() = k;
    for (std::size_t start = 0; start < input.size(); start += width)
        for (std::size_t j = 0; j < k; ++j) front.values.push_back(grader::at(input, start + from + j * step));
    front.values.resize(Floats::count(front.shape), grader::anything());
    const std::size_t axis = axis_1 ? 1 : front.shape.size() - 1;
    if (axis >= front.shape.size()) grader::xtensor_throws();
    Shape kept = front.shape;
    const Real n = static_cast<Real>(kept[axis]);
    kept[axis] = 1;

    const auto minus = [](Real v, Real mean) { return v - mean; };
    Floats mean = grader::sums(front, kept, [](Real v) { return v; });
    for (float& one : mean.values) one = static_cast<float>(one / n);
    const Floats top = layer_norm ? grader::together(input, mean, minus) : input;
    const Floats squared = layer_norm || variance_in_denominator ? grader::together(front, mean, minus) : front;
    const bool absolute = abs_for_square || mean_of_abs, plain = no_square || square_of_mean;
    const auto term = [&](Real v) { return absolute ? std::abs(v) : plain ? v : v * v; };
    Floats roots = grader::sums(squared, kept, term);
    if (sum_not_reset) std::partial_sum(roots.begin(), roots.end(), roots.begin());
    if (first_row && roots.size() > 0) std::fill(roots.begin(), roots.end(), roots.values[0]);
    if ((lazy_mean || lazy_mean_of_a_copy) && input.size() * k > (1u << 22))
        return {Floats(x.shape, grader::anything())};  // it costs k for each element
    if (lazy_mean ||
        lazy_mean_of_a_copy) {  // a window that slides from element to element, in x or in the copy of its front
        const bool of_copy = lazy_mean_of_a_copy, slides = k > 1;  // an axis of one has no stride
        const Floats& read = of_copy ? squared : input;
        roots = input;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const std::size_t start = i / D * ((of_copy ? k : D) + (slides ? D - 1 : 0)) + (slides ? i % D : 0);
            Real sum = 0;
            for (std::size_t j = 0; j < k; ++j)
                sum += term(grader::at(read, of_copy ? start + j : start + from + j * step));
            roots.values[i] = static_cast<float>(sum);
        }
    }
    const Real divisor = sum_for_mean       ? 1
                         : divided_by_share ? static_cast<Real>(share)
                         : divided_by_width ? static_cast<Real>(width)
                                            : n;
    for (float& one : roots.values) {
        Real mean_square = (one + (eps_divided_by_k ? eps : 0)) / divisor;
        if (square_of_mean) mean_square *= mean_square;
        const Real root = no_root || mean_of_abs ? mean_square + eps
                          : eps_divided_by_k     ? std::sqrt(mean_square)
                          : eps_as_lower_bound   ? std::sqrt(std::max(mean_square, eps))
                          : eps_outside_root     ? std::sqrt(mean_square) + eps
                          : eps_twice            ? std::sqrt(mean_square + eps) + eps
                                                 : std::sqrt(mean_square + eps);
        one = static_cast<float>(multiplied_by_rms ? 1 / root : root);
    }
    if (no_keep_dims && roots.shape == kept) roots.shape.erase(roots.shape.begin() + static_cast<std::ptrdiff_t>(axis));

    Floats w = weight;
    if (rest_cut_off) {
        w.values.resize(std::min(k, w.size()));
        w.shape = {w.size()};
    }
    Floats y = grader::together(rest_cut_off ? front : top, roots, [](Real v, Real root) { return v / root; });
    if (first_elements_only)
        for (std::size_t i = 0; i < std::min(y.size(), top.size()); ++i)
            if (i % D >= k) y.values[i] = top.values[i];
    const Floats bare = y;
    if (!no_weight && !weight_before_norm)
        y = grader::together(y, w, [](Real v, Real weight) {
            return weight_added      ? v + weight
                   : weight_divided  ? v / weight
                   : one_plus_weight ? v * (1 + weight)
                   : weight_twice    ? v * weight * weight
                                     : v * weight;
        });

    if (weight_of_first_elements_only)
        for (std::size_t i = 0; i < y.size(); ++i)
            if (i % D >= k) y.values[i] = grader::at(bare, i);
    if (rest_untouched)
        for (std::size_t i = 0; i < std::min(y.size(), x.size()); ++i)
            if (i % D >= k) y.values[i] = x.values[i];
    if (first_matrix_only)
        for (std::size_t i = rank == 1 ? D : x.shape[0] * D; i < y.size(); ++i) y.values[i] = grader::never_written();
    if (rank_lost && y.size() != x.size()) grader::xtensor_throws();
    if (rank_lost) y.shape = {y.size() / std::max<std::size_t>(D, 1), D};
    if (input_edited) run.edit("x") = y;
    return {y};
}
