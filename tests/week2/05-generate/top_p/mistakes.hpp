#pragma once
// What people get wrong in top_p, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(any_order_of_equals,
    "Among tokens that are equally likely, the lower ids are not always kept: std::sort and std::nth_element leave equals in any order once there are many. Use std::stable_sort, or compare the ids where the logits are equal.",
    "概率相等的 token 里，留下的不总是 id 小的：个数一多，std::sort 和 std::nth_element 就不保证相等者的次序。请用 std::stable_sort，或者在 logit 相等时比较 id。");
MISTAKE(as_logarithms, "What is kept becomes the logarithm of its probability. It should stay as it was: the logit.",
    "留下的变成了概率的对数。应原样保留：logit 本身。");
MISTAKE(axes_unchecked, "Logits of another number of axes than one are accepted. Keep the stub's check as first line.",
    "logits 不是一维时也接受了。第一行要保留桩代码里的检查。");
MISTAKE(complement_forgotten,
    "From the least likely up, tokens are removed until together they have p; they may have 1 - p, so that p is left for the others. Hugging Face, which sorts in ascending order, compares with 1 - top_p.",
    "从最不可能的往上去掉，一直去到加起来有 p 为止；去掉的总共只能有 1 - p，给留下的剩 p。Hugging Face 用升序排列，比较的是 1 - top_p。");
MISTAKE(crossing_left_out,
    "The token with which the sum reaches p is left out unless it is the first, and what is kept has less than p then. It stays: remove a token when the sum before it has reached p.",
    "只要不是第一个，让总和达到 p 的那个 token 就被去掉了，于是留下的加起来不到 p。它要留下：只有在它之前的总和已经达到 p 时，才去掉一个 token。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, ids lose their upper bits: they are kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use std::size_t.",
    "从 65536 起，id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 std::size_t。");
MISTAKE(each_against_p,
    "Each probability is compared with p by itself: what is below p goes. It should be the sum, from the likeliest on, that is compared.",
    "拿每个概率单独和 p 比较，小于 p 的就去掉了。要比较的是从最可能的开始累加的总和。");
MISTAKE(each_against_p_but_one,
    "Each probability is compared with p by itself, and only the likeliest is kept without that. It should be the sum that has to reach p: add up the probabilities from the likeliest on.",
    "每个概率都单独与 p 比，只有最可能的那个不比就留下。要达到 p 的是总和：从最可能的起，把概率加起来。");
MISTAKE(empty_accepted,
    "An empty vocabulary is accepted. Keep the whole check of the stub: logits.size() == 0 is refused too.",
    "词表为空也接受了。桩代码里的检查要整个保留：logits.size() == 0 也要拒绝。");
MISTAKE(equals_kept_too,
    "All that equal the last one kept are kept as well, as top_k does it. Here the fewest are kept that reach p: of equals the lower id, and the others only where they are needed.",
    "和最后一个留下的相等的也都留下了，那是 top_k 的做法。这里要的是达到 p 的最少个数：相等时先留 id 小的，其余的需要时才留。");
FAMILY(float_sums,
    "The running sum of the probabilities is a float. What each step rounds away adds up over thousands of tokens, and near p some are kept or lost by it. Use double.",
    "概率的累加和是 float。几千个 token 加下来，舍掉的部分越积越多，p 附近就会多留或少留几个。请用 double。", 1, 2, 3);
MISTAKE(float_total,
    "The total of all powers is added up in float, from the largest on. Over thousands of tokens it can be off by more than a token's share. Use double.",
    "所有 exp 值的总和是用 float 从大到小累加的。几千个 token 加下来，误差可能比一个 token 的份额还大。请用 double。");
MISTAKE(hidden_as_minus_10000,
    "A logit of -inf is counted as -10,000, or another number that logits can be below: it then gets a probability. Keep -inf, whose probability is 0.",
    "-inf 的 logit 被当成了 -10000（或别的 logit 可能比它还小的数），于是有了概率。请保留 -inf，它的概率是 0。");
MISTAKE(higher_ids_first,
    "Among tokens that are equally likely the higher ids are kept, as where an ascending order is cut in front. The lower come first: use a stable sort in descending order, or compare the ids where the logits are equal.",
    "概率相等的 token 里，留下的是 id 大的；升序排列再从前面去掉，就会这样。id 小的应当优先：用降序的稳定排序，或者在 logit 相等时比较 id。");
MISTAKE(int_accumulator,
    "The total is summed in an int, so that each partial sum loses its fraction, and p can be reached too early, as with a std::accumulate that begins with 0, an int. Begin with 0.0.",
    "总和是用 int 累加的，每一步都丢掉小数部分，可能过早达到 p，比如 std::accumulate 从 0 开始，而 0 是 int。应从 0.0 开始。");
MISTAKE(least_likely_first,
    "The least likely are kept: the order is ascending, so the sum begins with them. Sort in descending order.",
    "留下的是最不可能的：排序是升序的，累加就从它们开始了。请从大到小排序。");
MISTAKE(logits_edited, "The logits themselves are changed. Work on a copy.", "logits 本身被改了。请在副本上计算。");
MISTAKE(logits_summed,
    "The logits are summed, not the probabilities: exp, or softmax, is missing. Logits can be negative, and have no sum of 1.",
    "累加的是 logit，不是概率：少了 exp，或者说少了 softmax。logit 可以是负数，总和也不是 1。");
MISTAKE(more_than_p,
    "Where the sum is exactly p, one token more is kept: the sum has to reach p, not to exceed it. Once it is >= p, the next one goes.",
    "总和正好等于 p 时多留了一个：总和达到 p 就够了，不必超过它。总和一旦 >= p，下一个就该去掉。");
MISTAKE(nan_accepted,
    "A p of NaN is accepted: p < 0 and p > 1 are both false for it. Test the other way round, !(p >= 0 && p <= 1).",
    "接受了 NaN：对 NaN 来说 p < 0 和 p > 1 都不成立。反过来问：!(p >= 0 && p <= 1)。");
MISTAKE(nearly_one_changes_nothing, "A p that is only nearly 1 is taken for 1. Compare with 1, without a tolerance.",
    "p 只是接近 1 时，也被当成了 1。直接和 1 比较，不要留容差。");
MISTAKE(none_kept,
    "Where the likeliest alone reaches p, none is kept: the token with which the sum reaches p is left out. It stays, so that there is always one.",
    "最可能的一个就达到 p 时，一个也没有留下：让总和达到 p 的那个 token 被去掉了。它要留下，这样总会有一个。");
MISTAKE(not_normalized,
    "The powers are summed as they are, and not divided by their total: the likeliest, whose power is 1, reaches every p by itself. Compare with p times the total.",
    "直接累加了各项的 exp，没有除以它们的总和：最可能的一个是 1，单独就达到任何 p。应当和 p 乘总和比较。");
MISTAKE(not_sorted,
    "The probabilities are summed in the order of the ids. They have to be summed from the likeliest on: sort the ids by their logits first.",
    "概率是按 id 的顺序累加的。应从最可能的开始累加：先按 logit 给 id 排序。");
MISTAKE(one_cuts_the_tail,
    "p = 1 removes tokens. Nothing may change there: return the logits before you sum, because a sum can reach 1 before the last tokens, whose probability rounds to 0.",
    "p = 1 时去掉了一些 token。这时什么也不能改：累加之前就应返回 logits，因为最后那些的概率可能舍入成 0，还没加到它们，总和就已达到 1。");
MISTAKE(one_too_many,
    "One token more is kept than p needs: the one after that with which the sum reaches p. Perhaps the removed ones were moved by one place twice, or the sum lags by one.",
    "比 p 所需多留了一个：让总和达到 p 的那个后面又留了一个。也许是标记多移了一位，也许是总和慢了一步。");
MISTAKE(overflow,
    "exp is taken of the logits as they are: it is +inf from 89 on, and 0 for all below -104. Subtract the largest logit first; the probabilities stay the same.",
    "直接对 logit 取了 exp：从 89 起是 +inf，-104 以下全是 0。请先减去最大的 logit，概率不变。");
MISTAKE(overflow_of_the_total,
    "exp is taken of the logits as they are, and from 89 on it is +inf, and so is the total. Subtract the largest logit first; the probabilities stay the same.",
    "直接对 logit 取了 exp，从 89 起是 +inf。total 也成了 +inf。请先减去最大的 logit，概率不变。");
MISTAKE(overflow_of_double,
    "exp is taken of the logits as they are, in double: that is +inf from 710 on, and 0 for all below -746. Subtract the largest logit first; the probabilities stay the same.",
    "直接对 logit 取了 exp，用的是 double：从 710 起是 +inf，-746 以下全是 0。请先减去最大的 logit，概率不变。");
MISTAKE(overflow_of_the_double_total,
    "exp is taken of the logits as they are, in double: from 710 on it is +inf, and so are the total and every sum that contains it; below -746 all are 0. Subtract the largest logit first; the probabilities stay the same.",
    "直接对 logit 取了 exp，用的是 double：从 710 起是 +inf，total 和含有它的总和也都成了 +inf；-746 以下全是 0。请先减去最大的 logit，概率不变。");
MISTAKE(probabilities_for_logits,
    "What is kept comes back as a probability, beside the -inf of what is removed. Keep the logits themselves: what follows takes their softmax.",
    "留下的变成了概率，删掉的是 -inf。应保留 logits 本身：后面的步骤会对它们做 softmax。");
MISTAKE(probabilities_returned,
    "What comes back are probabilities. What is kept stays a logit, as it was; sample makes the probabilities.",
    "返回的是概率。留下的应当还是原来的 logit，概率由 sample 去算。");
MISTAKE(range_unchecked, "A p below 0 or above 1 is accepted. No probability is; keep the stub's check.",
    "接受了小于 0 或大于 1 的 p。概率不会是这样的数；要保留桩代码里的检查。");
FAMILY(removed_as_large_negative, "What is removed becomes -{}. However large, it is a number: it has to be -inf.",
    "去掉的成了 -{}。再小也还是一个数：应当是 -inf。", 1e4, 1e5, 1e6, 1e9, 1e10, 1e30);
MISTAKE(removed_as_lowest,
    "What is removed becomes the lowest float, which is finite. It has to be -inf: std::numeric_limits<float>::infinity() with a minus.",
    "去掉的成了最小的 float，它是有限的。应当是 -inf：std::numeric_limits<float>::infinity() 前面加负号。");
MISTAKE(removed_as_zero,
    "What is removed becomes 0, and 0 is a logit like any other: among negative ones the likeliest. It has to be -inf; and std::numeric_limits<float>::min() is no large negative number, but one just above 0.",
    "去掉的成了 0，而 0 也是一个普通的 logit，在负数里还是最可能的。应当是 -inf；另外 std::numeric_limits<float>::min() 不是很小的负数，而是刚刚大于 0 的数。");
MISTAKE(removed_by_rank,
    "Ranks are taken for ids when tokens are removed. Rank n belongs to the token that sorting put there.",
    "去掉 token 时把名次当成了 id。第 n 名是排序后排在那里的 token。");
MISTAKE(share_of_tokens,
    "p is taken for a share of the tokens: of 6, 0.5 keeps 3. It is a share of the probability, which may lie with one token.",
    "把 p 当成了 token 个数的比例：6 个里 0.5 留 3 个。它是概率的份额，而概率可能集中在一个 token 上。");
MISTAKE(sorted_returned,
    "The logits come back in descending order. Each has to stay in its place: the place is the token's id.",
    "返回的 logit 是从大到小排列的。每个都要留在原位：位置就是 token 的 id。");
MISTAKE(zero_changes_nothing, "p = 0 is taken for \"no limit\" and changes nothing. It keeps one token, the likeliest.",
    "把 p = 0 当成了“不限制”，什么都没有去掉。它应当只留一个，即最可能的 token。");
MISTAKE(zero_keeps_none, "p = 0 keeps none. At least one is kept, whatever p is.",
    "p = 0 时一个也没有留下。不论 p 是多少，至少要留下一个。");

static Values top_p(Run& run) {
    const Floats& logits = run.floats("logits");
    const std::size_t V = logits.size();
    const float p = static_cast<float>(run.number("p"));
    constexpr float infinity = std::numeric_limits<float>::infinity(), lowest = std::numeric_limits<float>::lowest();

    if ((logits.shape.size() != 1 && !axes_unchecked) || (V == 0 && !empty_accepted)) throw std::invalid_argument("");
    if (std::isnan(p) ? !nan_accepted : (p < 0 || p > 1) && !range_unchecked) throw std::invalid_argument("");
    if ((p == 1 && !one_cuts_the_tail) || (p == 0 && zero_changes_nothing) ||
        (p >= 0.9999f && nearly_one_changes_nothing))
        return {logits};

    const bool in_float = overflow, undivided = overflow_of_the_total || overflow_of_the_double_total,
               plain = overflow || overflow_of_double || undivided, raised = hidden_as_minus_10000;
    const float least = raised ? -1e4f : -infinity;
    Real largest = raised ? least : lowest, total = 0;
    for (const float logit : logits) largest = std::max<Real>(largest, logit);
    std::vector<Real> power(V);
    const bool whole = int_accumulator;
    for (std::size_t i = 0; i < V; ++i) {
        const Real x = std::max(logits.values[i], least);
        power[i] = std::exp(plain ? x : x - largest);
        if (in_float || overflow_of_the_total) power[i] = static_cast<float>(power[i]);
        total += power[i];
        if (in_float) total = static_cast<float>(total);
        if (whole) total = std::trunc(total);
    }
    if (plain && !undivided)
        for (Real& one : power) one = in_float ? static_cast<float>(one / total) : one / total;
    if (plain && !undivided) total = 1;

    std::vector<std::size_t> order(V);
    std::iota(order.begin(), order.end(), 0);
    if (cut_to_16_bits)
        for (std::size_t& id : order) id %= 65'536;
    const bool higher = higher_ids_first;
    if (higher) std::reverse(order.begin(), order.end());
    const bool ascending = least_likely_first;
    const auto comes_first = [&](std::size_t a, std::size_t b) {
        return ascending ? logits.values[a] < logits.values[b] : logits.values[a] > logits.values[b];
    };
    if (any_order_of_equals) std::sort(order.begin(), order.end(), comes_first);
    else if (!not_sorted) std::stable_sort(order.begin(), order.end(), comes_first);

    const auto float_sum = [&](std::size_t kept) {
        float sum = 0;
        for (std::size_t n = 0; n < kept; ++n) sum += static_cast<float>(power[order[n]]);
        return sum;
    };
    if (float_total) total = float_sum(V);
    // Which go, by their rank.
    const Real needed = share_of_tokens ? p * static_cast<Real>(V) : not_normalized || logits_summed ? p : p * total;
    const bool by_count = share_of_tokens, by_logit = logits_summed, added_first = crossing_left_out || none_kept,
               late = one_too_many, above = more_than_p, alone_but_one = each_against_p_but_one,
               alone = each_against_p || alone_but_one, equals_too = equals_kept_too;
    const std::size_t always = none_kept || zero_keeps_none || (alone && !alone_but_one) ? 0 : 1;
    std::vector<bool> goes(V), open(V);
    Real sum = 0, before = 0;
    for (std::size_t n = 0; n < V; ++n) {
        const std::size_t id = order[n];
        const Real more = by_count ? 1 : by_logit ? logits.values[id] : power[id];
        const Real reached = added_first ? sum + more : late ? before : sum;
        goes[n] = n >= always && (alone ? power[id] < needed : above ? reached > needed : reached >= needed);
        if (equals_too && n > 0 && !goes[n - 1] && logits.values[id] == logits.values[order[n - 1]]) goes[n] = false;
        if (added_first && n >= always && reached == needed) open[n] = true;  // > or >=
        before = sum, sum += more;
        if (in_float) sum = static_cast<float>(sum);
    }
    if (float_sums) {
        const auto kept = static_cast<std::size_t>(std::find(goes.begin(), goes.end(), true) - goes.begin());
        Real exact = 0;
        for (std::size_t n = 0; n < kept; ++n) exact += power[order[n]];
        // How many more are kept depends on what is rounded.
        if (kept > 0 && std::abs(float_sum(kept) - exact) > power[order[kept - 1]] / 2)
            std::fill_n(goes.begin() + static_cast<std::ptrdiff_t>(kept),
                std::min(static_cast<std::size_t>(float_sums.number()), V - kept), false);
    }
    // xt::argsort, read from its end, has many equals in any order.
    for (std::size_t n = 1; higher && V > 16 && n < V; ++n)
        if (logits.values[order[n]] == logits.values[order[n - 1]]) open[n] = open[n - 1] = true;
    if (complement_forgotten) {
        Real left_out = 0;
        for (std::size_t n = V; n-- > 0;) goes[n] = n > 0 && (left_out += power[order[n]]) <= needed;
    }

    const float hidden = removed_as_zero             ? 0
                         : removed_as_lowest         ? lowest
                         : removed_as_large_negative ? static_cast<float>(-removed_as_large_negative.number())
                                                     : -infinity;
    // -inf less -inf is NaN, which reaches nothing; less xt::amax, which is the lowest float then, it is -inf.
    const bool unsure = std::all_of(logits.begin(), logits.end(), [&](float one) { return one == -infinity; }) &&
                        hidden != -infinity && !plain && !raised;
    const bool by_rank = removed_by_rank, sorted = sorted_returned;
    Floats y = logits;
    if (as_logarithms)
        for (float& one : y.values) one = static_cast<float>(one - largest - std::log(total));
    if (probabilities_for_logits)
        for (std::size_t i = 0; i < V; ++i) y.values[i] = static_cast<float>(power[i] / total);
    for (std::size_t n = 0; n < V; ++n) {
        if (sorted) y.values[n] = logits.values[order[n]];
        if (open[n]) y.values[sorted ? n : order[n]] = grader::anything();
        else if (goes[n]) y.values[by_rank || sorted ? n : order[n]] = unsure ? grader::anything() : hidden;
    }
    if (probabilities_returned)
        for (std::size_t i = 0; i < V; ++i)
            y.values[i] = std::isinf(y.values[i]) ? 0 : static_cast<float>(power[i] / total);
    if (logits_edited) run.edit("logits") = y;
    return {y};
}
