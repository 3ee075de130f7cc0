#pragma once
// What people get wrong in top_k, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Run, grader::Values;

MISTAKE(above_v_refused, "A k above V is refused. It keeps all: with a small vocabulary 50 is more than there are.",
    "大于 V 的 k 被拒绝了。这时应全部留下：词表小的时候，50 可能比总数还多。");
MISTAKE(above_v_unguarded,
    "Nothing checks for a k larger than V. The k-th largest is then read at k - 1 or at V - k, after the last logit or before the first, where there is none. If k is V or more, return the logits as they are.",
    "没有考虑 k 大于 V。这时当作第 k 大读出来的，不论下标是 k - 1 还是 V - k，都是最后一个 logit 之后或第一个之前的内存，不是 logit。k 等于或大于 V 时应原样返回。");
MISTAKE(axes_unchecked, "Logits of another number of axes than one are accepted. Keep the stub's check as first line.",
    "logits 不是一维时也接受了。第一行要保留桩代码里的检查。");
MISTAKE(compared_after_exp,
    "You compare exp of the logits, or probabilities, in float. Far below the largest these are 0, so logits that differ count as equal there, and too many can stay. Compare the logits.",
    "比较的不是 logit，而是它们的 exp 或概率，用的是 float：离最大的很远时都是 0，原本不同的在那里就相等了，留下的可能太多。请直接比较 logit。");
FAMILY(cut_to_bits,
    "k is kept in {} bits somewhere and loses those above, so that a large k becomes a small one. A std::size_t has 64: compare it with V before you convert.",
    "k 在某处只用 {} 位来存，高位丢掉了，于是很大的 k 成了很小的。std::size_t 有 64 位：先和 V 比较，再转换。", 8, 16,
    32);
MISTAKE(empty_accepted,
    "An empty vocabulary is accepted. Keep the whole check of the stub: logits.size() == 0 is refused too.",
    "词表为空也接受了。桩代码里的检查要整个保留：logits.size() == 0 也要拒绝。");
MISTAKE(equals_count_once,
    "Equal logits count as one, as in a std::set, so that more than k are kept: k different values are not k tokens. Each token counts.",
    "相等的 logit 只算一个（像 std::set 那样），于是留下的多于 k 个：k 个不同的值不等于 k 个 token。每个 token 都要算。");
MISTAKE(first_k_kept, "The k lowest ids are kept, whatever their logits are. The k largest logits decide.",
    "不论 logit 是多少，留下的都是 id 最小的 k 个。应由最大的 k 个 logit 决定。");
MISTAKE(k_numbers_returned,
    "Only the k largest come back, k numbers, as torch.topk gives them. The result has V numbers, each in its place, with -inf for the others.",
    "只返回了最大的 k 个数，像 torch.topk 那样。结果应有 V 个数，各在原位，其余是 -inf。");
MISTAKE(kept_and_removed_exchanged,
    "What is kept and what is removed are swapped: xt::where(condition, a, b) takes a where the condition holds.",
    "留下的和去掉的弄反了：xt::where(条件, a, b) 在条件成立的地方取 a。");
MISTAKE(kth_from_below,
    "The threshold is the k-th from below: the order is ascending, and so the k smallest are counted, not the k largest. Sort with std::greater<>(), or take index V - k.",
    "阈值取成了从小到大的第 k 个：排序是升序的，数出的是最小的 k 个，不是最大的 k 个。请用 std::greater<>() 排序，或者取下标 V - k。");
MISTAKE(kth_removed, "The k-th itself is removed, with all that equals it, as with <= where < belongs.",
    "第 k 个本身也被去掉了，和它相等的也一样，比如该写 < 的地方写成了 <=。");
MISTAKE(kth_unsorted, "The threshold is logits(k - 1), that of token k - 1, not the k-th largest. Sort a copy first.",
    "阈值取成了 logits(k - 1)，那是 token k - 1 的 logit，不是第 k 大的。请先给副本排序。");
MISTAKE(largest_absolute_value,
    "The k farthest from 0 are kept: large negative logits too, which are the least likely. Compare the logits with their signs.",
    "留下的是离 0 最远的 k 个，连很小的负 logit 也留下了，而它们最不可能出现。请带着正负号比较。");
MISTAKE(largest_absolute_value_of_the_finite,
    "The k finite logits farthest from 0 are kept: large negative ones too, which are the least likely. Compare the logits with their signs.",
    "除 -inf 之外，留下的是离 0 最远的 k 个，连很小的负 logit 也留下了，而它们最不可能出现。请带着正负号比较。");
MISTAKE(logits_edited, "The logits themselves are changed. Work on a copy.", "logits 本身被改了。请在副本上计算。");
MISTAKE(lower_ids_cut,
    "Exactly k are kept, and among those that equal the k-th the higher ids. All equals of the k-th stay: find the k-th largest, then remove what is smaller.",
    "恰好留下了 k 个，和第 k 个相等的里面留下的是 id 大的。和第 k 个相等的都要留下：先找出第 k 大的，再去掉比它小的。");
MISTAKE(mask_times_minus_infinity,
    "What is kept becomes NaN, as where a mask is multiplied by -inf: 0 times -inf is NaN. Choose with xt::where, or with an if.",
    "留下的成了 NaN，比如掩码乘上了 -inf：0 乘 -inf 就是 NaN。请用 xt::where 或 if 来选。");
MISTAKE(nth_element_at_k,
    "std::nth_element puts only one number into its place, that of the index you name: you name k and read k - 1, where any of the k largest may be. Name begin() + (k - 1).",
    "std::nth_element 只保证指定的那个位置：你指定的是下标 k，读的却是 k - 1，那里可能是最大的 k 个里的任何一个。应指定 begin() + (k - 1)。");
MISTAKE(one_too_many, "The threshold is the next one after the k-th. Counted from 0, the k-th largest has index k - 1.",
    "阈值取成了第 k 个的后一个。从 0 数起，第 k 大的下标是 k - 1。");
MISTAKE(probabilities_returned,
    "What comes back are the probabilities of what is kept: a softmax was applied. Return logits; sample makes the probabilities.",
    "返回的是留下者的概率：多做了一次 softmax。应返回 logit，概率由 sample 去算。");
MISTAKE(removed_as_infinity, "What is removed becomes +inf: the minus is missing.", "去掉的成了 +inf：少了负号。");
FAMILY(removed_as_large_negative, "What is removed becomes -{}. However large, it is a number: it has to be -inf.",
    "去掉的成了 -{}。再小也还是一个数：应当是 -inf。", 1e4, 1e5, 1e6, 1e9, 1e10, 1e30);
MISTAKE(removed_as_lowest,
    "What is removed becomes the lowest float, which is finite. It has to be -inf: std::numeric_limits<float>::infinity() with a minus.",
    "去掉的成了最小的 float，它是有限的。应当是 -inf：std::numeric_limits<float>::infinity() 前面加负号。");
MISTAKE(removed_as_zero,
    "What is removed becomes 0, and 0 is a logit like any other: among negative ones the likeliest. It has to be -inf; and std::numeric_limits<float>::min() is no large negative number, but one just above 0.",
    "去掉的成了 0，而 0 也是一个普通的 logit，在负数里还是最可能的。应当是 -inf；另外 std::numeric_limits<float>::min() 不是很小的负数，而是刚刚大于 0 的数。");
MISTAKE(smallest_kept,
    "The k smallest are kept, and the likely ones removed. Sort in descending order, and remove what is below the k-th.",
    "留下的是最小的 k 个，最可能的反而被去掉了。应从大到小排序，去掉比第 k 个小的。");
MISTAKE(tolerance, "What is a little below the k-th stays too, as with a tolerance in the comparison. Leave it out.",
    "只比第 k 大的小一点的也留下了，好像比较里留了容差。去掉它。");
MISTAKE(sorted_returned,
    "The logits come back in descending order. Each has to stay in its place: the place is the token's id.",
    "返回的 logit 是从大到小排列的。每个都要留在原位：位置就是 token 的 id。");
MISTAKE(taken_as_minus_10000,
    "Of the k largest, those below -10,000, or a number like it, can be dropped, as where that number marks what has been counted. Mark with -inf, or take it out.",
    "最大的 k 个里，低于 -10000（或类似的数）的可能被去掉，比如用这个数标记数过的 logit。请用 -inf 作标记，或者把它拿走。");
MISTAKE(ties_cut,
    "Exactly k are kept, although what follows equals the k-th. Equals of the k-th stay too, so that no order of ids decides: find the k-th largest, then remove what is smaller.",
    "恰好留下了 k 个，而后面还有和第 k 个相等的。和第 k 个相等的也要留下，免得由 id 的先后来决定：先找出第 k 大的，再去掉比它小的。");
MISTAKE(ties_cut_by_partial_sort,
    "Exactly k are kept, although what follows equals the k-th; which of them, std::partial_sort decides. Equals of the k-th stay too: find the k-th largest, then remove what is smaller.",
    "恰好留下了 k 个，而后面还有和第 k 个相等的；留下哪一个，由 std::partial_sort 决定。和第 k 个相等的也要留下：先找出第 k 大的，再去掉比它小的。");
MISTAKE(ties_cut_by_sort,
    "Exactly k are kept, although what follows equals the k-th; which of them, std::sort decides. Equals of the k-th stay too: find the k-th largest, then remove what is smaller.",
    "恰好留下了 k 个，而后面还有和第 k 个相等的；留下哪一个，由 std::sort 决定。和第 k 个相等的也要留下：先找出第 k 大的，再去掉比它小的。");
MISTAKE(zero_keeps_one, "k = 0 is taken for 1, and one token is kept. 0 should keep all.",
    "k = 0 被当成了 1，只留下一个 token。0 应当全部留下。");
MISTAKE(zero_refused, "k = 0 is refused. The contract allows it: 0 keeps all.",
    "k = 0 被拒绝了。契约允许它：0 表示全部留下。");
MISTAKE(zero_removes_all,
    "k = 0 removes all. It means that the number is not limited: everything is kept, and the logits come back as they were.",
    "k = 0 时全都去掉了。它的意思是个数不限：全部留下，原样返回 logit。");
MISTAKE(zero_unguarded,
    "Nothing checks for k = 0. The k-th largest is then read at k - 1 or at V - k, before the first logit or after the last, where there is none. If k is 0, return the logits as they are.",
    "没有考虑 k = 0。这时当作第 k 大读出来的，不论下标是 k - 1 还是 V - k，都是第一个 logit 之前或最后一个之后的内存，不是 logit。k 为 0 时应原样返回。");

static Values top_k(Run& run) {
    const Floats& logits = run.floats("logits");
    const std::size_t V = logits.size();
    auto k = static_cast<std::size_t>(run.number("k"));
    constexpr float infinity = std::numeric_limits<float>::infinity(), lowest = std::numeric_limits<float>::lowest();
    const float hidden = removed_as_zero             ? 0
                         : removed_as_lowest         ? lowest
                         : removed_as_large_negative ? static_cast<float>(-removed_as_large_negative.number())
                         : removed_as_infinity       ? infinity
                                                     : -infinity;

    if ((logits.shape.size() != 1 && !axes_unchecked) || (V == 0 && !empty_accepted)) throw std::invalid_argument("");
    if (cut_to_bits) k %= std::size_t{1} << static_cast<int>(cut_to_bits.number());
    if (V == 0) return {logits};
    if (k == 0) {
        if (zero_refused) throw std::invalid_argument("");
        if (zero_removes_all) return {Floats(logits.shape, hidden)};
        if (zero_keeps_one) k = 1;
        else if (!zero_unguarded) return {logits};
    }
    if (k > V && above_v_refused) throw std::invalid_argument("");
    if (k >= V && !(k > V && above_v_unguarded)) return {logits};

    Floats y = logits;
    if (sorted_returned) std::sort(y.values.begin(), y.values.end(), std::greater<>());
    Floats keys = y;  // what is compared
    float largest = lowest;
    for (const float one : y) largest = std::max(largest, one);
    const bool absolute = largest_absolute_value, of_finite = largest_absolute_value_of_the_finite,
               powers = compared_after_exp;
    for (float& key : keys.values) {
        if (absolute || (of_finite && std::isfinite(key))) key = std::abs(key);
        else if (powers) key = std::exp(key - largest);
    }

    const bool ascending = smallest_kept || kth_from_below;
    const auto before = [&](float a, float b) { return ascending ? a < b : a > b; };
    std::vector<float> sorted = keys.values;
    const auto next = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(k, V));
    nth_element_at_k ? std::nth_element(sorted.begin(), next, sorted.end(), before)
                     : std::sort(sorted.begin(), sorted.end(), before);
    if (k_numbers_returned) {
        y.values.assign(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(std::min(k, V)));
        y.shape = {y.size()};
        return {y};
    }
    if (kth_unsorted) sorted = keys.values;
    if (equals_count_once) sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    if (taken_as_minus_10000)
        for (std::size_t n = 1; n < sorted.size(); ++n) sorted[n] = std::max(sorted[n], -1e4f);

    // Outside of a vector's numbers comes its size, or half of it: as a float 0, or very small.
    const std::size_t kept = one_too_many ? k + 1 : k;
    const bool outside = kept == 0 || kept > V;
    const float kth = outside ? 0 : kept > sorted.size() ? sorted.back() : sorted[kept - 1];

    std::vector<std::size_t> order(V);
    std::iota(order.begin(), order.end(), 0);
    const auto comes_before = [&](std::size_t a, std::size_t b) { return before(keys.values[a], keys.values[b]); };
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(std::min(kept, V));
    const bool by_rank = ties_cut || ties_cut_by_sort || ties_cut_by_partial_sort || lower_ids_cut;
    if (lower_ids_cut) std::reverse(order.begin(), order.end());
    if (ties_cut_by_partial_sort) std::partial_sort(order.begin(), middle, order.end(), comes_before);
    else if (ties_cut_by_sort) std::sort(order.begin(), order.end(), comes_before);
    else if (by_rank) std::stable_sort(order.begin(), order.end(), comes_before);
    std::vector<bool> removed(V);
    if (by_rank) std::for_each(middle, order.end(), [&](std::size_t id) { removed[id] = true; });

    const float margin = tolerance ? 1e-6f : 0;
    const bool by_id = first_k_kept, exchanged = kept_and_removed_exchanged, above = smallest_kept, equal = kth_removed,
               by_mask = mask_times_minus_infinity;
    for (std::size_t i = 0; i < V; ++i) {
        const float key = keys.values[i];
        const bool goes = by_id     ? i >= k
                          : by_rank ? removed[i]
                                    : (above ? key > kth : key < kth - margin) || (equal && key == kth);
        if (goes != exchanged) y.values[i] = hidden;
        else if (by_mask) y.values[i] = std::numeric_limits<float>::quiet_NaN();
        if (outside && key == 0 && !by_id && !by_rank) y.values[i] = grader::anything();
    }
    if (probabilities_returned) {
        float above_all = lowest, sum = 0;
        for (const float one : y) above_all = std::max(above_all, one);
        for (float& one : y.values) sum += one = std::exp(one - above_all);
        for (float& one : y.values) one /= sum;
    }
    if (logits_edited) run.edit("logits") = y;
    return {y};
}
