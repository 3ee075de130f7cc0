#pragma once
// What people get wrong in softmax, and the function that gets it wrong.
#include <algorithm>
#include <functional>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(all_hidden_row_as_zeros,
    "A row of nothing but -inf gives zeros here: perhaps a guard, or an eps in the denominator, keeps 0/0 away. PyTorch gives NaN, and so does the contract: such a row has no probabilities, and zeros would hide the mistake that made it.",
    "全是 -inf 的行在这里得到了零：也许是用判断、或在分母上加 eps，避开了 0/0。PyTorch 给出 NaN，契约也这样要求：这样的行没有概率可言，变成零只会掩盖造成它的错误。");
MISTAKE(axis_1,
    "The maximum and the sum are always taken over axis 1. That is the last axis only for a matrix; here x may have any number of axes. Use x.dimension() - 1.",
    "最大值和总和总是沿第 1 轴求的。只有二维时它才是最后一个轴，而 x 可以有任意多个轴。请用 x.dimension() - 1。");
MISTAKE(base_two, "The powers are of 2, not of e: 1, 2, 3 give 1/7, 2/7, 4/7. Use exp.",
    "底数是 2 而不是 e：1, 2, 3 得到了 1/7、2/7、4/7。请用 exp。");
MISTAKE(first_axis,
    "The maximum and the sum go over the first axis. Softmax here is over the last axis: x.dimension() - 1.",
    "最大值和总和是沿第一个轴求的。这里的 softmax 沿最后一个轴：x.dimension() - 1。");
MISTAKE(first_matrix_only,
    "Only the first x.shape(0) rows are computed. The number of rows is x.size() divided by the length of the last axis.",
    "只算了前 x.shape(0) 行。行数是 x.size() 除以最后一个轴的长度。");
MISTAKE(input_edited, "x itself is changed. Work on a tensor of your own.", "输入 x 被改了。请另建一个张量来计算。");
MISTAKE(int_accumulator,
    "The powers are summed in an int, so each partial sum loses its fraction. Sum in a float: for std::accumulate that is an initial value of 0.0f.",
    "各项是用 int 累加的，每一步都丢掉小数部分。请用 float 累加：用 std::accumulate 时，初始值写 0.0f。");
MISTAKE(largest_absolute_value,
    "What is subtracted is the largest absolute value, and a row far below zero is pushed further down. Subtract the largest value, sign and all.",
    "减掉的是最大的绝对值，远小于零的一行反而变得更小。应减去带符号的最大值。");
MISTAKE(largest_without_last,
    "The largest of a row is looked for without the last value. Where that is far above the others, exp overflows.",
    "找一行的最大值时漏了最后一个数。它远大于其余时，exp 会溢出。");
MISTAKE(lazy_largest,
    "The maximum was still lazy when it was broadcast: xtensor then takes each element's maximum from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give it a name and the type Tensor, not auto.",
    "最大值参与广播时还没有求值：这时 xtensor 给每个元素取的最大值来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。给它起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(lazy_sum,
    "The sum was still lazy when it was broadcast: xtensor then takes each element's sum from a window that slides across the rows and past the end, so expect wrong numbers or a crash. Give it a name and the type Tensor, not auto.",
    "总和参与广播时还没有求值：这时 xtensor 给每个元素取的总和来自一个不断滑动的窗口，会跨行，甚至越过末尾，结果是错误的数值或崩溃。给它起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(lazy_powers_and_sum,
    "The powers and their sum were both still lazy when the sum was broadcast: xtensor then takes each element's sum from a window that slides across the rows and past the end of x, so expect wrong numbers or a crash. Give both a name and the type Tensor, not auto.",
    "各项和总和参与广播时都还没有求值：这时 xtensor 给每个元素取的总和来自一个不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。给两者各起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(lazy_throughout,
    "Maximum, powers and sum were all still lazy: xtensor then takes each element's numbers from windows that slide across the rows and past the end of x, so expect wrong numbers or a crash. Give all three a name and the type Tensor, not auto.",
    "最大值、各项和总和都还没有求值：这时 xtensor 给每个元素取的数来自不断滑动的窗口，会跨行，甚至越过 x 的末尾，结果是错误的数值或崩溃。给三者各起个名字，类型写 Tensor，不要用 auto。");
MISTAKE(log_softmax, "This is log_softmax: the logarithms of the probabilities. Return those themselves.",
    "这是 log_softmax，也就是概率的对数。请返回概率本身。");
MISTAKE(maximum_starts_at_zero,
    "The maximum is never below 0, as if the search began with 0 (or with numeric_limits<float>::min(), which is a tiny positive number), so in a row far below zero every power underflows to 0. Begin with the row's first element, or with -inf.",
    "最大值从不小于 0，好像是从 0 找起的（或从 numeric_limits<float>::min() 找起，那是一个极小的正数），于是远小于零的一行里每一项都下溢成 0。应从这一行的第一个元素或 -inf 开始。");
MISTAKE(mean_subtracted,
    "The mean of the row is subtracted, not its maximum. That cancels in the quotient too, but a number far above the mean still overflows, and with -inf in the row the mean is -inf. Subtract the largest value.",
    "减掉的是这一行的均值，不是最大值。在商里它同样会约去，但远大于均值的数仍然溢出，行里有 -inf 时均值也是 -inf。应减去最大值。");
MISTAKE(minimum_subtracted,
    "The minimum of the row is subtracted, so the powers overflow as soon as a row spans 89; with -inf in the row, all is NaN. Subtract the maximum: then no exponent is above 0.",
    "减掉的是这一行的最小值，一行的跨度到 89 就溢出；行里有 -inf 时全是 NaN。应减去最大值，这样指数都不超过 0。");
MISTAKE(minus_inf_as_minus_10000,
    "-inf becomes -10,000 where other numbers are in the row. Where those are lower still, what was hidden gets most. Keep -inf: exp(-inf) is 0 whatever the others are.",
    "一行里有别的数时，-inf 被换成了 -10000。别的数比它还低时，挡住的反而得到最多。请保留 -inf：不论别的数是多少，exp(-inf) 都是 0。");
MISTAKE(minus_inf_made_finite,
    "A row of -inf alone becomes equal shares where NaN belongs: perhaps -inf is replaced by a large negative number. Keep -inf: exp(-inf) is 0 anyway.",
    "全是 -inf 的行变成了平分，而那里应当是 NaN：也许 -inf 被换成了一个很大的负数。保留 -inf 就好：exp(-inf) 本来就是 0。");
MISTAKE(no_exp, "The numbers are divided by their sum without exp. A probability is exp(x) over the sum of the exp.",
    "直接用 x 除以总和，没有取 exp。概率是 exp(x) 除以各个 exp 的总和。");
MISTAKE(no_keep_dims_for_maximum,
    "The maxima of the rows are broadcast along the last axis, as where xt::amax takes its axis away: an exception mostly, and on a square x each column is lowered by some row's maximum. Give xt::amax its xt::keep_dims.",
    "各行的最大值沿最后一个轴广播了，好像 xt::amax 之后那个轴消失了：多数情况下抛异常，方阵时则是每一列减去了某一行的最大值。请给 xt::amax 加上 xt::keep_dims。");
MISTAKE(no_keep_dims_for_sum,
    "The sums of the rows are broadcast along the last axis, as where xt::sum takes its axis away: an exception mostly, and on a square x each column is divided by some row's sum. Give xt::sum its xt::keep_dims.",
    "各行的总和沿最后一个轴广播了，好像 xt::sum 之后那个轴消失了：多数情况下抛异常，方阵时则是每一列除以了某一行的总和。请给 xt::sum 加上 xt::keep_dims。");
MISTAKE(no_maximum,
    "exp is taken of x as it is. From 89 on it is infinite; far below zero all powers are 0, and so is their sum. Subtract the row's maximum first: it cancels in the quotient.",
    "直接对 x 取了 exp。到 89 就是无穷大；远小于零时所有的项都是 0，总和也是 0。应先减去这一行的最大值，它在商里会约去。");
MISTAKE(not_normalized, "The powers are not divided by their sum: the largest of a row is 1. Divide by the sum.",
    "各项没有除以总和：每一行最大的那个是 1。应除以总和。");
MISTAKE(of_the_negated, "The smallest number has the largest probability here: the exponents have the wrong sign.",
    "这里最小的数概率最大：指数的符号反了。");
MISTAKE(one_axis_becomes_two, "A single row comes back as 1 × D: it has got an axis. The result has the shape of x.",
    "单独一行返回时成了 1 × D，多了一个轴。结果应与 x 形状相同。");
MISTAKE(one_maximum_for_all,
    "One maximum is taken over all of x. A row far below it has nothing but zeros left. Each row has its own maximum.",
    "最大值是对整个 x 求的。远小于它的一行全部下溢成 0。每一行应当有自己的最大值。");
MISTAKE(one_sum_for_all,
    "One sum is taken over all of x, so all rows together sum to 1. Each row sums to 1 by itself: sum over the last axis alone.",
    "总和是对整个 x 求的，于是所有行加起来才是 1。每一行自己的总和就应当是 1：只沿最后一个轴求和。");
MISTAKE(online_from_minus_inf,
    "A row that begins with -inf becomes NaN. In one pass over the row, exp(-inf - -inf) is NaN there, in the correction or in what is added, and it stays in the sum. While the maximum is -inf, add and correct nothing.",
    "以 -inf 开头的行成了 NaN。用单遍算法时，那里的修正因子或者加上去的那一项是 exp(-inf - -inf)，也就是 NaN，它一直留在总和里。最大值还是 -inf 时，不要修正，也不要加。");
MISTAKE(rank_2_only,
    "Only matrices are accepted here. Any number of leading axes must do: reduce over axis x.dimension() - 1.",
    "这里只接受矩阵。前面可以有任意多个轴：沿 x.dimension() - 1 这个轴归约。");
MISTAKE(rank_lost, "The result is always rows × D: the leading axes are lost. Give it the shape of x.",
    "结果总是“行数 × D”的矩阵，前置轴丢了。结果应与 x 形状相同。");
MISTAKE(row_behind_the_first_axis,
    "A row is all that lies behind the first axis, x.size() / x.shape(0) numbers. With three axes that is a matrix, and only all of it together sums to 1. A row runs along the last axis alone.",
    "你把第一个轴后面的全部数值当成了一行，共 x.size() / x.shape(0) 个。三个轴时那是一个矩阵，整个矩阵的总和才是 1。一行只沿最后一个轴。");
MISTAKE(sigmoid, "This is the sigmoid, each number by itself. A probability is exp(x) over the sum of the row's exp.",
    "这是 sigmoid，每个数各算各的。概率是 exp(x) 除以整行各个 exp 的总和。");
MISTAKE(sum_before_subtraction,
    "The maximum is subtracted in the numerator and not in the denominator: you divide by the sum of exp(x). Sum the same powers that you divide.",
    "分子减了最大值，分母却没有减：你除以的是 exp(x) 的总和。分子和分母应当用同样的项。");
MISTAKE(sum_not_reset,
    "The sum runs on from row to row: row 0 is right, each later row is divided by the powers of all rows before it too. Set it to 0 at the start of each row.",
    "总和从一行累加到了下一行：第 0 行是对的，后面每一行都多除了前面所有行的那些项。每行开始时要把它清零。");
MISTAKE(sum_without_last, "The last power of each row is missing from the sum. The sum goes over the whole row.",
    "总和里漏了每行的最后一项。总和应当包括整行。");
MISTAKE(through_log_sum_exp,
    "You compute exp(x - log_sum_exp). On paper that is softmax, but near 10,000 the logarithm of the sum is rounded to a multiple of 0.001, and so the row need not sum to 1. Subtract the maximum first, the logarithm second: (x - max) - log(sum).",
    "你算的是 exp(x - log_sum_exp)。数学上这就是 softmax，但在 10000 附近，总和的对数只能精确到 0.001 的倍数，于是一行的总和不一定是 1。应先减最大值，再减对数：(x - max) - log(sum)。");
MISTAKE(through_log_sum_exp_in_double,
    "You compute exp(x - log_sum_exp), in double. On paper that is softmax, but beside a maximum of 1e17 or more, or -1e17 or less, the logarithm of the sum is rounded away, and the row may sum to more than 1. Subtract the maximum first, the logarithm second: (x - max) - log(sum).",
    "你用 double 算了 exp(x - log_sum_exp)。数学上这就是 softmax，但一行的最大值到了 ±1e17 以外，总和的对数加上去就被舍入掉了，于是一行的总和可能超过 1。应先减最大值，再减对数：(x - max) - log(sum)。");
MISTAKE(without_itself,
    "Each number is divided by the sum of the others: its own power is missing in the denominator. The sum goes over the whole row.",
    "每个数除以的是其他各项的总和，分母里少了它自己。总和应当包括整行。");
MISTAKE(wrong_exception,
    "A tensor without an axis is not refused with std::invalid_argument, which the contract names: what comes is xtensor's exception for an axis that is not there, or another. Keep the stub's check as the first line.",
    "没有轴的张量没有用 std::invalid_argument 拒绝，而契约写明的正是它：抛出的是 xtensor 关于轴不存在的异常，或者别的。第一行保留桩代码里的检查。");
MISTAKE(zero_rows_refused, "Zero rows are refused, but no rows in is no rows out. Nothing special is needed.",
    "这里拒绝了零行的输入，但输入零行，输出就是零行。不需要特殊处理。");
FAMILY(maximum_starts_at_minus,
    "The maximum is never below -{}, as if the search began there. In a row that is all far below, every power is 0. Begin with the row's first element, or with -inf.",
    "最大值从不小于 -{}，好像是从那里找起的。一行若全都远比它低，每一项都是 0。应从这一行的第一个元素或 -inf 开始。",
    10000, 1e9, 1e30);

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity(),
                nan_ = std::numeric_limits<float>::quiet_NaN();

/// of(n, element) of each n elements along an axis, where element(k) is the k-th of them; the axis is 1 then.
template <class Of>
Floats reduced(const Floats& a, std::size_t axis, Of of) {
    Floats y = a;
    y.shape[axis] = 1;
    y.values.resize(Floats::count(y.shape));
    const std::size_t n = a.shape[axis];
    std::size_t step = 1;
    for (std::size_t k = axis + 1; k < a.shape.size(); ++k) step *= a.shape[k];
    for (std::size_t g = 0; g < y.size(); ++g) {
        const float* first = a.data() + g / step * step * n + g % step;
        y.values[g] = static_cast<float>(of(n, [&](std::size_t k) { return Real(first[k * step]); }));
    }
    return y;
}

/// The same while it is still lazy: a window of a row's length slides from element to element, and past the end.
template <class Of>
Floats lazily(const Floats& a, Of of) {
    Floats y(a.shape, grader::anything());
    const std::size_t n = a.width();
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t first = i / n * (2 * n - 1) + i % n;
        if (first + n <= a.size())
            y.values[i] = static_cast<float>(of(n, [&](std::size_t k) { return Real(a.values[first + k]); }));
    }
    return y;
}

template <class Of>
Floats of_all(const Floats& a, Of of) {
    return Floats({}, static_cast<float>(of(a.size(), [&](std::size_t k) { return Real(a.values[k]); })));
}

/// Leaves the axis out.
void drop(Floats& reduced, std::size_t axis) {
    if (axis < reduced.shape.size()) reduced.shape.erase(reduced.shape.begin() + static_cast<std::ptrdiff_t>(axis));
}

}  // namespace

static Values softmax(Run& run) {
    Floats x = run.floats("x");
    const Shape shape = x.shape;
    if (row_behind_the_first_axis && shape.size() > 2 && x.size() > 0) x.shape = {shape[0], x.size() / shape[0]};
    const std::size_t rank = x.shape.size();
    if (rank == 0) wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
    if ((rank_2_only && rank != 2) || (zero_rows_refused && x.size() == 0)) throw std::invalid_argument("");
    const std::size_t axis = first_axis ? 0 : axis_1 ? 1 : rank - 1;
    if (axis >= rank) grader::xtensor_throws();
    if (x.size() == 0) {
        Floats without = x;
        drop(without, axis);
        if ((no_keep_dims_for_maximum || no_keep_dims_for_sum) && axis > 0) grader::broadcast(x.shape, without.shape);
        if (rank_lost) x.shape = {Floats::count(x.shape) / std::max<std::size_t>(1, x.width()), x.width()};
        return {x};
    }

    // What the exponents are made of.
    if (of_the_negated)
        for (float& one : x.values) one = -one;
    if (minus_inf_made_finite)
        for (float& one : x.values) one = std::max(one, std::numeric_limits<float>::lowest());
    if (minus_inf_as_minus_10000)
        for (std::size_t r = 0; r < x.rows(); ++r) {
            if (*std::max_element(x.row(r), x.row(r) + x.width()) > minus_infinity)
                std::replace(x.row(r), x.row(r) + x.width(), minus_infinity, -1e4f);
        }
    if (sigmoid) {
        for (float& one : x.values) one = 1 / (1 + std::exp(-one));
        return {Floats(shape, x.values)};
    }

    // What is subtracted.
    const bool smallest = minimum_subtracted, mean = mean_subtracted, absolute = largest_absolute_value,
               short_of_last = largest_without_last;
    const Real begin = maximum_starts_at_zero    ? 0
                       : maximum_starts_at_minus ? -maximum_starts_at_minus.number()
                                                 : minus_infinity;
    const auto largest_of = [&](std::size_t n, auto&& element) {
        Real largest = std::max(begin, element(0)), sum = 0;
        for (std::size_t k = 0; k < (short_of_last ? n - 1 : n); ++k) {
            const Real one = absolute ? std::abs(element(k)) : element(k);
            largest = smallest ? std::min(largest, one) : std::max(largest, one);
            sum += one;
        }
        return mean ? sum / Real(n) : largest;
    };
    Floats largest = no_maximum || no_exp              ? Floats({}, 0.0f)
                     : one_maximum_for_all             ? of_all(x, largest_of)
                     : lazy_largest || lazy_throughout ? lazily(x, largest_of)
                                                       : reduced(x, axis, largest_of);
    if (no_keep_dims_for_maximum && largest.shape.size() == rank) drop(largest, axis);

    const bool plain = no_exp, of_two = base_two;
    const auto power = [&](Real exponent) {
        return plain ? exponent : of_two ? std::exp2(exponent) : std::exp(exponent);
    };
    const Floats exponents = grader::together(x, largest, std::minus<Real>());
    Floats powers = exponents;
    for (float& one : powers.values) one = static_cast<float>(power(one));
    // A row of -inf alone: std::max_element says -inf, so that the powers are NaN; xt::amax begins at the lowest number.
    if (not_normalized || one_sum_for_all || lazy_sum || lazy_powers_and_sum || lazy_throughout ||
        ((no_keep_dims_for_maximum || no_keep_dims_for_sum) && axis > 0))
        for (float& one : powers.values) one = std::isnan(one) ? grader::anything() : one;

    // What is divided by.
    const bool short_sum = sum_without_last, in_int = int_accumulator, until_minus_inf = online_from_minus_inf;
    const auto sum_of = [&](std::size_t n, auto&& element) {
        Real sum = 0, size = 0;
        for (std::size_t k = 0; k < (short_sum ? n - 1 : n); ++k) {
            sum += element(k), size += std::abs(element(k));
            if (in_int) sum = sum > 2e9 ? grader::anything() : std::trunc(sum);  // beyond int: undefined
        }
        // Positive and negative numbers cancel, and rounding decides.
        return plain && std::abs(sum) < 0.01 * size ? grader::rounding() : sum;
    };
    Floats terms = powers;
    if (sum_before_subtraction)
        for (std::size_t i = 0; i < x.size(); ++i) terms.values[i] = static_cast<float>(power(x.values[i]));
    Floats sum = not_normalized    ? Floats({}, 1.0f)
                 : one_sum_for_all ? of_all(terms, sum_of)
                 : lazy_sum        ? lazily(terms, sum_of)
                                   : reduced(terms, axis, sum_of);
    if ((lazy_powers_and_sum || lazy_throughout) && axis + 1 == rank) {
        const std::size_t n = x.width();
        sum = Floats(x.shape, grader::anything());
        for (std::size_t i = 0; i < x.size() && x.size() * n < 1u << 22; ++i) {
            // The maximum has a window of its own in that of the sum, and goes on in it.
            const std::size_t first = i / n * (2 * n - 1) + i % n, inner = first + i * (n - 1);
            if (first + n > x.size() || (lazy_throughout && inner + 2 * n - 1 > x.size())) continue;
            Real total = 0;
            for (std::size_t k = 0; k < n; ++k) {
                const float* from = x.data() + inner + k;
                const float above = lazy_throughout ? *std::max_element(from, from + n)
                                                    : largest.values[std::min(i / n, largest.size() - 1)];
                total += power(x.values[first + k] - std::max(above, std::numeric_limits<float>::lowest()));
            }
            sum.values[i] = static_cast<float>(total);
        }
    }
    if (until_minus_inf) {
        const Floats begins = reduced(
            x, axis, [&](std::size_t n, auto&& element) { return n > 0 && element(0) == minus_infinity ? nan_ : 0; });
        sum = grader::together(sum, begins, std::plus<Real>());
    }
    if (through_log_sum_exp_in_double)
        sum = grader::together(sum, largest, [](Real sum, Real largest) { return std::abs(largest) < 1e16 ? sum : 1; });
    if (sum_not_reset) std::partial_sum(sum.begin(), sum.end(), sum.begin());
    if (no_keep_dims_for_sum && sum.shape.size() == rank) drop(sum, axis);

    Floats y = powers;
    if (through_log_sum_exp) {
        for (float& one : sum.values) one = std::log(one);
        sum = grader::together(largest, sum, std::plus<Real>());
        y = grader::together(x, sum, [&](Real one, Real log) { return power(static_cast<float>(one - log)); });
    } else if (log_softmax) {
        y = grader::together(exponents, sum, [](Real exponent, Real sum) { return exponent - std::log(sum); });
    } else if (without_itself) {
        y = grader::together(powers, sum, [](Real power, Real sum) {
            const Real others = sum - power;
            // What is left of a float's digits.
            return others < 1e-4 * sum && others > 1e-9 * sum ? grader::rounding() : power / others;
        });
    } else {
        y = grader::together(powers, sum, std::divides<Real>());
    }
    if (all_hidden_row_as_zeros)
        for (float& one : y.values) one = std::isnan(one) ? 0 : one;
    if (first_matrix_only)
        for (std::size_t i = rank == 1 ? y.size() : x.shape[0] * x.width(); i < y.size(); ++i)
            y.values[i] = grader::unwritten();
    if (row_behind_the_first_axis && y.shape == x.shape) y.shape = shape;
    if (rank_lost || (one_axis_becomes_two && rank == 1)) y.shape = {y.size() / y.width(), y.width()};
    if (input_edited) run.edit("x") = y;
    return {y};
}
