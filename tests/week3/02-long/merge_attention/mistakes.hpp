#pragma once
// What people get wrong in merge_attention, and the function that gets it wrong.
#include <algorithm>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

MISTAKE(b_unchecked,
    "The shapes of b are not compared with those of a: others are accepted, or refused with another exception. Keep the checks of the stub.",
    "没有检查 b 的形状是否与 a 相同：形状不同的也接受了，或者抛出了别的异常。请保留桩代码里的检查。");
MISTAKE(both_empty_is_nan,
    "Where neither side saw a key the result is NaN: the larger lse is -inf, and -inf - -inf is NaN. Check for this first: there the output is 0 and lse is -inf.",
    "两边都没看到 key 时结果成了 NaN：较大的 lse 是 -inf，而 -inf - -inf 是 NaN。请先判断这种情况：output 是 0，lse 是 -inf。");
MISTAKE(both_empty_lse_is_nan,
    "Where neither side saw a key lse is NaN, as -inf - -inf is. Check for this first: there lse is -inf.",
    "两边都没看到 key 时，lse 成了 NaN：-inf - -inf 就得 NaN。请先判断这种情况：lse 应是 -inf。");
MISTAKE(both_empty_output_is_nan, "Where neither side saw a key the output is NaN, as 0 / 0 is. There the output is 0.",
    "两边都没看到 key 时，output 成了 NaN：0 / 0 就得 NaN。这时 output 应是 0。");
MISTAKE(both_empty_output_kept,
    "Where neither side saw a key, the output of a is returned as it is. It may be anything: the output is 0 there.",
    "两边都没看到 key 时，原样返回了 a 的 output，那里什么数都可能有。这时 output 应是 0。");
MISTAKE(both_empty_output_of_b_kept,
    "Where neither side saw a key, the output of b is returned as it is. It may be anything: the output is 0 there.",
    "两边都没看到 key 时，原样返回了 b 的 output，那里什么数都可能有。这时 output 应是 0。");
MISTAKE(empty_counts_as_zero,
    "An lse of -inf was replaced by 0, and a side that saw no key gets the weight exp(0) = 1. Its weight is 0.",
    "lse 是 -inf 时换成了 0，没看到 key 的一边权重就成了 exp(0) = 1。它的权重应是 0。");
MISTAKE(empty_side_read,
    "The output of a side that saw no key is read. Its weight is 0, but it may hold NaN, and 0 · NaN is NaN: leave that side out of the sum.",
    "没看到 key 的一边，output 也读了。它的权重虽是 0，里面却可能是 NaN，而 0 · NaN 还是 NaN：求和时请跳过这一边。");
MISTAKE(empty_first_side_read,
    "Where only b saw keys, the output of a is still read, and 0 · NaN is NaN: leave it out.",
    "只有 b 看到了 key 时，还是读了 a 的 output，而 0 · NaN 是 NaN：应当跳过它。");
MISTAKE(empty_second_side_read,
    "Where only a saw keys, the output of b is still read, and 0 · NaN is NaN: leave it out.",
    "只有 a 看到了 key 时，还是读了 b 的 output，而 0 · NaN 是 NaN：应当跳过它。");
MISTAKE(first_row_decides_for_all,
    "Where neither side saw a key in the first row the whole result is 0 and -inf. Other rows may have seen keys: check each row.",
    "第一行两边都没看到 key 时，整个结果就成了 0 和 -inf。别的行可能看到了 key：每一行都要单独判断。");
MISTAKE(input_edited,
    "a is changed: the result was merged into it. It is the caller's: work on a copy of your own, and leave the const_cast out.",
    "a 被改了：结果直接合并到了它里面。它是调用者的：请用自己的副本，也不要用 const_cast。");
MISTAKE(first_row_gives_the_other_side,
    "Where one side saw no key in the first row, the other side is returned as a whole. In other rows both may have seen keys, or only the first side: check each row.",
    "一边的第一行没看到 key 时，就把另一边整个返回了。别的行可能两边都看到了 key，也可能只有这一边看到了：每一行都要单独判断。");
MISTAKE(larger_side_wins,
    "The result is only the output of the side with the larger lse. The other side has a weight too: exp(its lse - the larger lse).",
    "结果只取了 lse 较大的那一边。另一边也有权重：exp(它的 lse - 较大的 lse)。");
MISTAKE(largest_at_least_0,
    "What is subtracted is never below 0: where both lse are far below it, both exps are 0. Take the larger of both, whatever they are.",
    "减去的数从不小于 0：两边的 lse 都远小于 0 时，两个 exp 都是 0。不管多小，都应取两者中较大的。");
MISTAKE(largest_is_always_a,
    "The lse of a is subtracted, also where that of b is larger. Far above it exp overflows, and where a saw no key -inf is subtracted. Subtract the larger of both.",
    "不管哪一边大，减去的总是 a 的 lse。b 的大得多时 exp 会溢出；a 没看到 key 时减去的是 -inf。应减去两边中较大的那个。");
MISTAKE(largest_is_a_where_it_saw_keys,
    "The lse of a is subtracted, also where that of b is larger: far above it exp overflows. Subtract the larger of both.",
    "减去的是 a 的 lse，b 的更大时也一样：大得多时 exp 就溢出。应减去两者中较大的。");
MISTAKE(largest_not_added_back,
    "The larger lse is subtracted before exp, but not added again after the log: lse should be largest + log(sum).",
    "取 exp 之前减去了较大的 lse，取 log 之后却没有加回来：lse 应是最大值 + log(总和)。");
MISTAKE(linear_weights,
    "lse itself is taken for the weight. It's the logarithm of a sum of exp(score): the weights are exp(lse).",
    "权重直接用了 lse。它是 exp(分数) 之和的对数，权重应是 exp(lse)。");
MISTAKE(log_forgotten, "lse is largest + sum: the logarithm is missing. It should be largest + log(sum).",
    "lse 成了最大值 + 总和，少取了对数：应是最大值 + log(总和)。");
MISTAKE(lse_added,
    "lse is the sum of both. Sums add up, their logarithms do not: log(exp(a) + exp(b)), where a + b is log(exp(a) · exp(b)).",
    "两个 lse 直接相加了。能相加的是总和，不是它们的对数：应是 log(exp(a) + exp(b))，而 a + b 是 log(exp(a) · exp(b))。");
MISTAKE(lse_averaged,
    "lse is the mean of both. It should be the logarithm of the two sums together: log(exp(a) + exp(b)).",
    "lse 取了两边的平均。它是两个总和加起来的对数：log(exp(a) + exp(b))。");
MISTAKE(lse_from_a,
    "lse is a + log(1 + exp(b - a)), whichever is larger: exp overflows where b is far above a, and where a saw no key the result is NaN. Take the larger one out of the logarithm.",
    "lse 总是写成 a + log(1 + exp(b - a))，不管哪个大：b 比 a 大得多时 exp 会溢出，a 没看到 key 时得到 NaN。应把较大的那个提到对数外面。");
MISTAKE(lse_from_a_where_it_saw_keys,
    "Where a saw keys, lse is a + log(1 + exp(b - a)), whichever is larger: where b is far above a, exp overflows, and lse is +inf. Take the larger one out of the logarithm.",
    "只要 a 看到了 key，lse 就写成 a + log(1 + exp(b - a))，不管哪个大：b 比 a 大得多时 exp 会溢出，lse 成了 +inf。应把较大的那个提到对数外面。");
MISTAKE(lse_from_b,
    "lse is b + log(1 + exp(a - b)), whichever is larger: exp overflows where a is far above b, and where b saw no key the result is NaN. Take the larger one out of the logarithm.",
    "lse 总是写成 b + log(1 + exp(a - b))，不管哪个大：a 比 b 大得多时 exp 会溢出，b 没看到 key 时得到 NaN。应把较大的那个提到对数外面。");
MISTAKE(lse_from_b_where_it_saw_keys,
    "Where b saw keys, lse is b + log(1 + exp(a - b)), whichever is larger: where a is far above b, exp overflows, and lse is +inf. Take the larger one out of the logarithm.",
    "只要 b 看到了 key，lse 就写成 b + log(1 + exp(a - b))，不管哪个大：a 比 b 大得多时 exp 会溢出，lse 成了 +inf。应把较大的那个提到对数外面。");
MISTAKE(lse_heads_first, "lse is returned as H × L. It should be L × H, as the lse of both sides.",
    "返回的 lse 是 H × L。应是 L × H，与两边的 lse 一样。");
MISTAKE(lse_in_base_two,
    "lse is taken with log2. Some libraries do that, together with exp2. Here lse is a natural logarithm: std::log.",
    "lse 用的是 log2。有的库这样规定，那就要配 exp2。这里的 lse 是自然对数：std::log。");
MISTAKE(lse_and_weights_in_base_two,
    "lse is taken for a logarithm to the base 2, with exp2 and log2, as in FlashInfer. Here it is a natural logarithm: std::exp and std::log.",
    "把 lse 当成了以 2 为底的对数，用了 exp2 和 log2，FlashInfer 就是这样。这里是自然对数：应是 std::exp 和 std::log。");
MISTAKE(lse_is_the_larger,
    "lse is the larger of both. The other side's sum is still to be added: log(exp(a) + exp(b)).",
    "lse 只取了较大的那个。另一边的总和还要加上：log(exp(a) + exp(b))。");
MISTAKE(lse_of_a_returned, "lse is that of a. The keys of b count too: log(exp(a.lse) + exp(b.lse)).",
    "lse 返回的是 a 的。b 的 key 也要算上：log(exp(a.lse) + exp(b.lse))。");
MISTAKE(lse_of_head_0, "All heads of a token use the lse of head 0. Each head has its own.",
    "同一个 token 的各个头都用了头 0 的 lse。每个头有自己的。");
MISTAKE(lse_of_token_0, "All tokens use the lse of token 0. Each token has its own, for each head.",
    "所有 token 都用了 token 0 的 lse。每个 token 的每个头都有自己的。");
MISTAKE(log1p_of_both_weights,
    "lse is largest + log1p of both weights, which is log(1 + their sum): one of the weights is that 1 already. Take log of the sum, or log1p of the smaller weight.",
    "lse 用的是最大值 + log1p(两个权重之和)，也就是 log(1 + 总和)：可其中一个权重本来就是这个 1。应取总和的 log，或者较小权重的 log1p。");
MISTAKE(lse_overflows,
    "lse is log(exp(a) + exp(b)) as it is written: from 89 on exp overflows, and below -104 it is 0. Subtract the larger one first, and add it after the log.",
    "lse 照公式直接算了 log(exp(a) + exp(b))：到 89 时 exp 就溢出，低于 -104 时又是 0。请先减去较大的那个，取 log 之后再加回来。");
MISTAKE(lse_read_heads_first,
    "The lse is read as if it were H × L, as in FlashAttention. Here it is L × H: tokens first, as in output.",
    "读 lse 时当成了 H × L，那是 FlashAttention 的排法。这里是 L × H，和 output 一样 token 在前。");
MISTAKE(lse_read_and_written_heads_first,
    "The lse of token l and head h is looked for at h · L + l, and perhaps put there, too. So outputs are weighted by another row's lse. It is L × H: look at l · H + h.",
    "token l、头 h 的 lse 是在 h · L + l 处读的，也许结果也写在那里，于是 output 用了别的行的 lse 来加权。它是 L × H，应在 l · H + h 处。");
MISTAKE(lse_unchecked,
    "An lse that is not L × H is accepted, or refused with another exception. Keep the checks of the stub.",
    "lse 的形状不是 L × H 时也接受了，或者抛出了别的异常。请保留桩代码里的检查。");
MISTAKE(lse_with_a_third_axis,
    "lse is returned as L × H × 1. The axis of ones is handy for broadcasting; take it off again before you return.",
    "返回的 lse 是 L × H × 1。多一个长度为 1 的轴便于广播，返回之前请去掉。");
MISTAKE(nan_replaced,
    "The output of a side that saw no key is read, and what becomes NaN is set to 0 afterwards. Then the other side is lost too: leave out the side that saw nothing.",
    "没看到 key 的一边，output 也读了，算出 NaN 之后再改成 0。这样另一边也丢了：请跳过没看到 key 的那一边。");
MISTAKE(no_largest,
    "exp is taken of lse as it is: from 89 on it overflows in float32, and below -104 it is 0. Subtract the larger of both first.",
    "直接对 lse 取了 exp：到 89 时 float32 就溢出，低于 -104 时又得到 0。请先减去两边中较大的那个。");
MISTAKE(no_rows_refused, "Sides without tokens are refused, but no rows in is no rows out.",
    "这里拒绝了没有 token 的情况，但零行输入就是零行输出。");
MISTAKE(none_told_as_plus_infinity,
    "Where neither side saw a key lse is +inf, as in some versions of FlashAttention. Here it is -inf, the logarithm of 0, so that a later merge gives it the weight 0.",
    "两边都没看到 key 时，lse 成了 +inf，FlashAttention 的一些版本是这样。这里应是 -inf，也就是 0 的对数，这样再合并时权重就是 0。");
MISTAKE(none_told_as_the_lowest,
    "Where neither side saw a key lse is the lowest float. It should be -inf, the logarithm of 0, so that a later merge gives it the weight 0, whatever the other side has.",
    "两边都没看到 key 时，lse 成了最小的 float。应是 -inf，也就是 0 的对数，这样不管另一边是什么，再合并时权重都是 0。");
MISTAKE(none_told_as_zero,
    "Where neither side saw a key lse is 0, which is the logarithm of 1. It should be -inf, the logarithm of 0.",
    "两边都没看到 key 时，lse 成了 0，那是 1 的对数。应是 -inf，也就是 0 的对数。");
MISTAKE(not_divided,
    "The weighted outputs are added up, but not divided by the sum of the weights: the shares must add up to 1.",
    "加权的 output 相加之后，没有除以权重之和：各边的份额加起来应是 1。");
MISTAKE(one_largest_for_all,
    "One largest lse is subtracted everywhere. Where a token or a head is far below it, both weights are 0. Each row has its own: the larger of its two.",
    "所有的行都减去了同一个最大的 lse。某个 token 或头比它低得多时，两个权重都是 0。每一行应减去自己两个 lse 中较大的。");
MISTAKE(outputs_averaged,
    "Where both sides saw keys the output is the mean of both. The weight of a side is exp of its lse.",
    "两边都看到了 key 时，output 取了两边的平均。每一边的权重应是它的 exp(lse)。");
MISTAKE(powers_of_two,
    "The weights are powers of 2. Some libraries have lse in base 2; here it is a natural logarithm, and the weights are exp(lse).",
    "权重用的是 2 的幂。有的库里 lse 以 2 为底；这里是自然对数，权重应是 exp(lse)。");
MISTAKE(ring_attention_as_it_is,
    "This gives what ring attention's formula does, a - sigmoid(b.lse - a.lse) · (a - b). There each part has keys. Where a part has none, -inf - -inf and 0 · NaN come in: treat these rows first.",
    "结果和 ring attention 的公式 a - sigmoid(b.lse - a.lse) · (a - b) 一样；可那里每一部分都有 key。某一部分没有 key 时，会出现 -inf - -inf 和 0 · NaN：请先处理这些行。");
MISTAKE(share_of_a_is_the_rest,
    "The share of a is computed as 1 - the share of b. Where it is small, float32 has rounded nearly all of it away: 1 - 0.9999997 has one digit left. Divide exp(a.lse - largest) by the sum.",
    "a 的份额是用 1 减去 b 的份额得到的。它很小时，float32 几乎把它舍没了：1 - 0.9999997 只剩一位有效数字。应当用 exp(a.lse - 最大值) 除以总和。");
MISTAKE(share_of_b_is_the_rest,
    "The share of b is computed as 1 - the share of a. Where it is small, float32 has rounded nearly all of it away: 1 - 0.9999997 has one digit left. Divide exp(b.lse - largest) by the sum.",
    "b 的份额是用 1 减去 a 的份额得到的。它很小时，float32 几乎把它舍没了：1 - 0.9999997 只剩一位有效数字。应当用 exp(b.lse - 最大值) 除以总和。");
MISTAKE(smaller_subtracted,
    "The smaller lse is subtracted: far above it exp overflows, and where one side saw no key it is -inf, so that the row is taken for one without any. Subtract the larger of both: std::max.",
    "减去的是两个 lse 中较小的：另一个大得多时 exp 会溢出；一边没看到 key 时，较小的是 -inf，这一行就当成了两边都没看到。应减去较大的：std::max。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument。请保留桩代码里的检查。");
MISTAKE(zero_times_the_first_output,
    "Where a saw no key its output is multiplied by its weight, 0, also where neither side saw one. It may hold NaN, and 0 · NaN is NaN: leave it out there.",
    "a 没看到 key 时，它的 output 还是乘上了权重 0，两边都没看到时也一样。里面可能是 NaN，而 0 · NaN 还是 NaN：应当跳过它。");
MISTAKE(zero_times_the_second_output,
    "Where b saw no key its output is multiplied by its weight, 0, also where neither side saw one. It may hold NaN, and 0 · NaN is NaN: leave it out there.",
    "b 没看到 key 时，它的 output 还是乘上了权重 0，两边都没看到时也一样。里面可能是 NaN，而 0 · NaN 还是 NaN：应当跳过它。");
MISTAKE(weights_exchanged, "Each side has the other's weight: the output of a belongs to exp(a.lse).",
    "两边的权重用反了：a 的 output 应乘 exp(a.lse)。");
FAMILY(eps_added,
    "{} is added to the sum before dividing. The sum is never below 1 where a side saw a key, so there is nothing to guard against: treat two sides without a key by themselves.",
    "除之前给总和加上了 {}。只要有一边看到了 key，总和就不小于 1，没有什么要防的；两边都没看到 key 的情况请单独处理。",
    1e-6);
FAMILY(none_below_minus,
    "An lse of -{} or lower counts as no key. A low score is a score, and where nothing else was seen it has all the weight: only -inf means that there was no key.",
    "lse 不高于 -{} 时当成了没看到 key。分数再低也是分数，没有别的 key 时权重全归它：只有 -inf 才表示没有 key。", 80,
    1000, 10000);
FAMILY(largest_subtracted_beyond,
    "The larger lse is subtracted only where one is beyond ±{}. In float32 exp is infinite from 88.8 on, and loses digits below -87: subtract it always.",
    "只有 lse 超出 ±{} 时才减去较大的那个。float32 里 exp 到 88.8 就成了无穷大，低于 -87 时又丢失精度：应当总是减去。",
    90, 100);
FAMILY(small_share_left_out,
    "Where one lse is more than {} below the other, that side is left out. Its weight is small then, but its output may be large: count both sides wherever both saw keys.",
    "一边的 lse 比另一边小 {} 以上时，就把这一边略去了。它的权重虽小，output 却可能很大：只要两边都看到了 key，就都要算。",
    5, 8, 10);
FAMILY(none_told_as_minus,
    "Where neither side saw a key lse is -{}. It should be -inf, the logarithm of 0: a score can be lower than any number.",
    "两边都没看到 key 时，lse 成了 -{}。应是 -inf，也就是 0 的对数：不管选哪个数，都可能有比它更低的分数。", 1e4, 1e9,
    1e30);

static Values merge_attention(Run& run) {
    const Floats &a = run.floats("a.output"), &b = run.floats("b.output"), &a_lse = run.floats("a.lse"),
                 &b_lse = run.floats("b.lse");
    const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
    const Values whatever{Floats(a.shape, grader::anything()), Floats(a_lse.shape, grader::anything())};
    if (a.shape.size() != 3) refuse();
    const bool lse_fits = a_lse.shape == Shape{a.shape[0], a.shape[1]},
               b_fits = b.shape == a.shape && b_lse.shape == Shape{a.shape[0], a.shape[1]};
    if (!lse_fits && !lse_unchecked) refuse();
    if (!b_fits && !b_unchecked && !(lse_unchecked && b.shape == a.shape)) refuse();
    if (!lse_fits || !b_fits) return whatever;
    const std::size_t L = a.shape[0], H = a.shape[1], D = a.shape[2];
    if (no_rows_refused && L == 0) refuse();

    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    const Real lowest = none_below_minus ? -none_below_minus.number() : -infinity;
    const Real of_none = none_told_as_zero            ? 0
                         : none_told_as_plus_infinity ? infinity
                         : none_told_as_the_lowest    ? Real(std::numeric_limits<float>::lowest())
                         : none_told_as_minus         ? -none_told_as_minus.number()
                                                      : -infinity;
    const auto power = [two = powers_of_two || lse_and_weights_in_base_two](
                           Real x) { return Real(static_cast<float>(two ? std::exp2(x) : std::exp(x))); };
    const bool ring = ring_attention_as_it_is, replaced = nan_replaced, zero_a = zero_times_the_first_output,
               zero_b = zero_times_the_second_output, rest_a = share_of_a_is_the_rest, rest_b = share_of_b_is_the_rest;
    const bool heads_first = lse_read_and_written_heads_first;
    const Real beyond = largest_subtracted_beyond ? largest_subtracted_beyond.number() : 0,
               by_log1p = log1p_of_both_weights ? 1 : 0;
    Real highest = -infinity;
    for (const Floats* side : {&a_lse, &b_lse})
        for (const float one : side->values) highest = std::max(highest, Real(one));
    const bool none_for_all =
        first_row_decides_for_all && L * H > 0 && a_lse.values[0] == -infinity && b_lse.values[0] == -infinity;
    if (first_row_gives_the_other_side && L * H > 0) {
        const bool a_none = a_lse.values[0] == -infinity, b_none = b_lse.values[0] == -infinity;
        if (a_none && b_none) return whatever;  // some ask for these first
        if (a_none) return {b, b_lse};
        if (b_none) return {a, a_lse};
    }
    Floats output(a.shape, 0.0f), lse({L, H}, 0.0f);
    for (std::size_t row = 0; row < L * H; ++row) {
        const std::size_t i = row / H, h = row % H;
        const std::size_t from = lse_read_heads_first || heads_first ? h * L + i
                                 : lse_of_head_0                     ? i * H
                                 : lse_of_token_0                    ? h
                                                                     : row;
        Real x = a_lse.values[from], y = b_lse.values[from];
        if (empty_counts_as_zero) x = x <= lowest ? 0 : x, y = y <= lowest ? 0 : y;
        const bool a_none = x <= lowest || none_for_all, b_none = y <= lowest || none_for_all;
        float* to = output.row(row);
        const std::size_t at = heads_first ? from : row;
        if (smaller_subtracted && (a_none || b_none)) {
            lse.values[at] = static_cast<float>(of_none);
            continue;
        }
        if (a_none && b_none) {
            lse.values[at] = both_empty_is_nan || both_empty_lse_is_nan || ring ? NAN : static_cast<float>(of_none);
            for (std::size_t d = 0; d < D; ++d)
                to[d] = both_empty_is_nan || both_empty_output_is_nan || ring ? NAN
                        : both_empty_output_kept                              ? a.row(row)[d]
                        : both_empty_output_of_b_kept
                            ? b.row(row)[d]
                            : (zero_a ? 0 * a.row(row)[d] : 0.0f) + (zero_b ? 0 * b.row(row)[d] : 0.0f);
            continue;
        }
        const bool is_plain = beyond > 0 && std::abs(x) < beyond && std::abs(y) < beyond;
        const Real largest = no_largest || is_plain ? 0
                             : largest_at_least_0   ? std::max({Real(0), x, y})
                             : largest_is_always_a || (largest_is_a_where_it_saw_keys && !a_none) ? x
                             : one_largest_for_all                                                ? highest
                             : smaller_subtracted                                                 ? std::min(x, y)
                                                                                                  : std::max(x, y);
        Real of_a = power(x - largest), of_b = power(y - largest);
        if (small_share_left_out) {
            if (x < y - small_share_left_out.number()) of_a = 0;
            if (y < x - small_share_left_out.number()) of_b = 0;
        }
        const Real all = of_a + of_b;
        const Real log = lse_in_base_two || lse_and_weights_in_base_two ? std::log2(all)
                         : log_forgotten                                ? all
                                                                        : std::log(by_log1p + all);
        const bool from_b = lse_from_b || (lse_from_b_where_it_saw_keys && !b_none);
        const bool from_a = lse_from_a || ring || (lse_from_a_where_it_saw_keys && !a_none);
        lse.values[at] = static_cast<float>(lse_added                ? x + y
                                            : lse_averaged           ? (x + y) / 2
                                            : lse_is_the_larger      ? std::max(x, y)
                                            : lse_of_a_returned      ? x
                                            : from_a                 ? x + std::log(1 + power(y - x))
                                            : from_b                 ? y + std::log(1 + power(x - y))
                                            : lse_overflows          ? std::log(power(x) + power(y))
                                            : largest_not_added_back ? log
                                                                     : largest + log);
        if (weights_exchanged) std::swap(of_a, of_b);
        if (linear_weights) of_a = x, of_b = y;
        if (outputs_averaged) of_a = !a_none, of_b = !b_none;
        if (larger_side_wins) of_a = x >= y, of_b = x < y;
        const Real sum = not_divided ? 1 : of_a + of_b + (eps_added ? eps_added.number() : 0);
        const bool reads_a = !a_none || empty_side_read || replaced || ring || empty_first_side_read || zero_a,
                   reads_b = !b_none || empty_side_read || replaced || ring || empty_second_side_read || zero_b;
        for (std::size_t d = 0; d < D; ++d) {
            const Real mine = reads_a ? of_a / sum * a.row(row)[d] : 0,
                       theirs = reads_b ? of_b / sum * b.row(row)[d] : 0;
            // What a float loses of a share that is the rest of 1.
            const auto is_lost = [&](bool rest, Real share, float output) {
                return rest && share > 0 && share < 0.01 && std::abs(6e-8 * output) > 1e-6 * std::abs(mine + theirs);
            };
            const bool lost = is_lost(rest_a, of_a / sum, a.row(row)[d]) || is_lost(rest_b, of_b / sum, b.row(row)[d]);
            to[d] = sum == 0 || lost ? grader::rounding() : static_cast<float>(mine + theirs);
            if (replaced && std::isnan(to[d])) to[d] = 0;
        }
    }
    if (input_edited) run.edit("a.output") = output, run.edit("a.lse") = lse;
    if (lse_with_a_third_axis) lse.shape = {L, H, 1};
    if (lse_heads_first) {
        const Floats tokens_first = lse;
        lse.shape = {H, L};
        for (std::size_t row = 0; row < L * H; ++row) lse.values[row % H * L + row / H] = tokens_first.values[row];
    }
    return {output, lse};
}
