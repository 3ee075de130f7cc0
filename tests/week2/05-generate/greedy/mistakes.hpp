#pragma once
// What people get wrong in greedy, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Run, grader::Values;

MISTAKE(all_hidden_refused,
    "Logits that are all -inf are refused. The contract has an answer there: token 0, the lowest id among equals.",
    "logit 全是 -inf 时拒绝了。契约规定了这时的答案：token 0，也就是相等者中最小的 id。");
MISTAKE(axes_unchecked,
    "Logits of another number of axes than one are accepted. Keep the stub's check as the first line.",
    "logits 不是一维时也接受了。第一行要保留桩代码里的检查。");
MISTAKE(close_are_equal,
    "A logit that is larger by very little is not taken for larger, as with a tolerance in the comparison. Equal means equal here; compare only with >.",
    "只大一点点的 logit 没有被当作更大，好像比较里留了容差。这里的相等就是完全相等，只用 > 比较。");
MISTAKE(compared_after_exp,
    "You compare exp of the logits, which is +inf from 89 on, 0 below -104, and 1 for all that is very near 0: logits that differ then count as equal. Compare the logits themselves; the largest stays the largest without exp.",
    "比较的不是 logit，而是它们的 exp。从 89 起 exp 是 +inf，-104 以下是 0，离 0 很近的都是 1：原本不同的就相等了。直接比较 logit：不取 exp，最大的还是最大的。");
MISTAKE(compared_after_softmax,
    "You compare the probabilities, and where logits are very near to each other, rounding can make these equal. Compare the logits themselves; the largest stays the largest without softmax.",
    "比较的不是 logit，而是它们的概率；离得很近的 logit，舍入之后概率可能相等。直接比较 logit：不做 softmax，最大的还是最大的。");
MISTAKE(compared_as_integers,
    "The logits lose their fractions before they are compared, as they do in an int: 2.25 and 2.875 are then both 2, and the first wins. Compare floats.",
    "logit 在比较之前丢掉了小数部分，比如存进了 int：2.25 和 2.875 于是都成了 2，取了前一个。请按 float 比较。");
MISTAKE(counted_from_one,
    "The answer is one too large: ids are counted from 0, so the first token is 0 and the last one V - 1.",
    "结果大了 1：id 从 0 数起，第一个 token 是 0，最后一个是 V - 1。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, the id loses its upper bits: it is kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t, for it.",
    "从 65536 起，id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId 或 std::size_t。");
MISTAKE(empty_accepted,
    "An empty vocabulary is accepted, and token 0 is returned, which does not exist there. Keep the whole check of the stub: logits.size() == 0 is refused too.",
    "词表为空也接受了，还返回了并不存在的 token 0。桩代码里的检查要整个保留：logits.size() == 0 也要拒绝。");
MISTAKE(first_left_out,
    "The first token is never chosen where there are others, as where a loop over the logits begins at 1. Token 0 has a logit like any other.",
    "只要还有别的 token，第一个就从不会被选中，比如遍历 logit 的循环从 1 开始。token 0 和别的一样有自己的 logit。");
MISTAKE(first_nan_unchecked,
    "NaN is not refused in the first place. Look at the logit of token 0, too: a loop that looks for the largest from i = 1 on passes over it.",
    "第一个位置上的 NaN 没有拒绝。token 0 的 logit 也要检查：从 i = 1 开始找最大值的循环会漏掉它。");
MISTAKE(first_unchecked,
    "Neither NaN nor +inf is refused in the first place. Look at the logit of token 0, too: a loop that looks for the largest from i = 1 on passes over it.",
    "第一个位置上的 NaN 和 +inf 没有拒绝。token 0 的 logit 也要检查：从 i = 1 开始找最大值的循环会漏掉它。");
MISTAKE(infinity_accepted,
    "+inf is not refused. It is no logit: something overflowed before. Throw std::invalid_argument as for NaN; -inf is allowed.",
    "没有拒绝 +inf。它不是正常的 logit，说明前面某处已经溢出。和 NaN 一样抛出 std::invalid_argument；-inf 是允许的。");
MISTAKE(largest_absolute_value,
    "The logit farthest from 0 is taken, so that -8 beats 5, and -inf everything. The sign counts: leave out the absolute value.",
    "取了离 0 最远的 logit，于是 -8 胜过 5，-inf 胜过一切。正负号是算数的：不要取绝对值。");
MISTAKE(largest_in_an_int,
    "The largest so far is kept in an int, which drops its fraction: 2.5 is larger than the 2 that is left of 2.75, and the later one wins. Keep a float.",
    "目前的最大值存进了 int，丢掉了小数部分：2.75 只剩下 2，后面的 2.5 就比它大，取了后一个。请用 float 来存。");
MISTAKE(largest_is_nowhere,
    "Where all logits are -inf, V comes back, which is not a token: perhaps a search begins with -inf, or the largest comes from xt::amax, which gives the lowest float there. The contract asks for token 0.",
    "logit 全是 -inf 时返回了 V，而它不是 token：也许查找从 -inf 开始，或者最大值来自 xt::amax，它这时返回的是最小的 float。契约要求返回 token 0。");
MISTAKE(last_left_out,
    "The last token is never chosen where there are others, as where a loop over the logits ends one too early. The last id is V - 1.",
    "只要还有别的 token，最后一个就从不会被选中，比如遍历 logit 的循环早结束了一步。最后一个 id 是 V - 1。");
MISTAKE(last_not_looked_at,
    "The last logit is not looked at, as where a loop ends one too early: NaN and +inf are not refused there. The last id is V - 1.",
    "最后一个 logit 没有看，比如循环早结束了一步：那里的 NaN 和 +inf 没有拒绝。最后一个 id 是 V - 1。");
MISTAKE(last_of_equals,
    "Among equal logits the last one is taken, as with >= where > belongs, in a search from the end, or where the ids are compared too. The lowest id wins, so a later one has to be larger.",
    "logit 相等时取了最后一个，比如该写 > 的地方写成了 >=，或者是从后往前找的，或者连 id 也比了。id 最小的优先，后面的要更大才能取代它。");
MISTAKE(logits_edited, "The logits themselves are changed. Work on a copy: the caller still needs them.",
    "logits 本身被改了。请在副本上计算：调用者还要用它们。");
MISTAKE(logits_unchecked,
    "Neither NaN nor +inf is refused. Both mean that something broke before: look at each logit first, with std::isnan too.",
    "NaN 和 +inf 都没有拒绝。出现它们说明前面某处已经出错：先检查每个 logit，也要用 std::isnan。");
MISTAKE(minus_infinity_refused,
    "-inf is refused too: std::isinf and std::isfinite do not look at the sign. -inf is allowed, top_k and others write it: such a token is not to be chosen.",
    "-inf 也被拒绝了：std::isinf 和 std::isfinite 不看正负号。-inf 是允许的，top_k 等函数就会写入它，表示这个 token 不可选。");
MISTAKE(nan_accepted,
    "NaN is not refused. A search may pass over it, std::max_element too, or stay at one that comes first. A NaN means that something broke before: where std::isnan finds one, refuse.",
    "没有拒绝 NaN。查找可能会跳过它，或者停在排在最前的那个上，std::max_element 也一样。出现 NaN 说明前面某处已经出错：用 std::isnan 查到一个，就要拒绝。");
MISTAKE(nan_found_in_front_alone,
    "A NaN is noticed where it comes first, and nowhere else, as where only what is taken for the largest is looked at. Look at each logit.",
    "只有排在最前的 NaN 被发现了，别处的没有，比如只检查了被当作最大值的 logit。每个 logit 都要检查。");
MISTAKE(none_found_is_minus_one,
    "Where all logits are -inf, -1 comes back, which is not a token, as where a search begins with -inf, or the lowest float, and finds none above it. The contract asks for token 0 there.",
    "logit 全是 -inf 时返回了 -1，而它不是 token，比如查找从 -inf（或最小的 float）开始，没有一个比它大。契约要求这时返回 token 0。");
FAMILY(search_begins_at_minus,
    "Where all logits are below -{}, token 0 comes back, as if the search began with such a number as the largest so far. Begin with the first logit.",
    "logit 全都小于 -{} 时，返回的是 token 0，好像查找一开始把这样的数当作了目前的最大值。应从第一个 logit 开始。", 1e4,
    1e9);
MISTAKE(search_begins_at_float_min,
    "Where no logit is above 0, token 0 comes back, as if the search began just above 0: std::numeric_limits<float>::min() is that, and no large negative number. Begin with -inf, or with the first logit.",
    "没有 logit 大于 0 时，返回的是 token 0，好像查找从刚刚大于 0 的数开始：std::numeric_limits<float>::min() 就是这样，它不是很小的负数。应从 -inf 或第一个 logit 开始。");
MISTAKE(search_begins_at_zero,
    "Where no logit is above 0, token 0 comes back whatever the logits are. The search begins with 0, or another number above them, as the largest so far: begin with -inf, or with the first logit.",
    "没有 logit 大于 0 时，不论 logit 是什么，得到的都是 0。查找一开始就把 0（或别的更大的数）当作了目前的最大值：应从 -inf 或第一个 logit 开始。");
MISTAKE(smallest, "The token of the smallest logit is taken. The larger the logit, the likelier: take the largest.",
    "取了 logit 最小的 token。logit 越大，token 越可能出现：要的是最大的。");
MISTAKE(value_for_id,
    "The largest logit itself is returned. The question is where it is, its id: subtract logits.begin() from the iterator, or keep the index along with the value.",
    "返回的是最大的 logit 本身。要的是它所在的位置，也就是 id：用迭代器减去 logits.begin()，或者在记下值的同时记下下标。");
MISTAKE(wrong_exception,
    "What is not to be accepted is refused, but NaN and +inf not with std::invalid_argument, which the contract names and callers catch.",
    "该拒绝的都拒绝了，但遇到 NaN 和 +inf 时抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");

static Values greedy(Run& run) {
    const Floats& logits = run.floats("logits");
    const std::size_t V = logits.size();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if ((logits.shape.size() != 1 && !axes_unchecked) || (V == 0 && !empty_accepted)) throw std::invalid_argument("");

    bool has_nan = false;
    const bool unchecked = logits_unchecked, nan_allowed = unchecked || nan_accepted || nan_found_in_front_alone,
               infinity_allowed = unchecked || infinity_accepted,
               first_nan_allowed = first_unchecked || first_nan_unchecked, first_infinity_allowed = first_unchecked,
               finite = minus_infinity_refused;
    for (std::size_t i = 0; i + (last_not_looked_at ? 1 : 0) < V; ++i) {
        const float logit = logits.values[i];
        const bool is_nan = std::isnan(logit), is_infinity = logit == infinity;
        if ((is_nan && !nan_allowed && !(i == 0 && first_nan_allowed)) ||
            (is_infinity && !infinity_allowed && !(i == 0 && first_infinity_allowed)) || (finite && logit == -infinity))
            wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
        has_nan = has_nan || is_nan;
    }

    // What is compared, in the place of the logits.
    Floats keys = logits;
    // Beyond int a conversion is undefined; what is far below 0 becomes the lowest int everywhere.
    const auto beyond_int = [](float x) { return !(std::abs(x) < 2147483648.0f); };
    if (compared_as_integers && std::any_of(logits.begin(), logits.end(), beyond_int))
        return {Integers({1}, grader::any_number)};
    const bool absolute = largest_absolute_value, whole = compared_as_integers, negative = smallest;
    for (float& key : keys.values) {
        if (absolute) key = std::abs(key);
        if (whole) key = std::trunc(key);
        if (negative) key = -key;
    }
    if (compared_after_exp)
        for (float& key : keys.values) key = std::exp(key);
    if (compared_after_softmax) {
        float above = std::numeric_limits<float>::lowest(), sum = 0;
        for (const float key : keys) above = std::max(above, key);
        for (float& key : keys.values) sum += key = std::exp(key - above);
        for (float& key : keys.values) key /= sum;
    }

    const std::size_t from = first_left_out && V > 1 ? 1 : 0,
                      to = (last_left_out || last_not_looked_at) && V > 1 ? V - 1 : V;
    const bool later_equals = last_of_equals, in_int = largest_in_an_int;
    const float tolerance = close_are_equal ? 1e-6f : 0;
    std::int64_t best = none_found_is_minus_one ? -1 : static_cast<std::int64_t>(from);
    float largest = search_begins_at_zero               ? 0
                    : search_begins_at_float_min        ? std::numeric_limits<float>::min()
                    : search_begins_at_minus            ? static_cast<float>(-search_begins_at_minus.number())
                    : none_found_is_minus_one || V == 0 ? -infinity
                                                        : keys.values[from];
    if (in_int) largest = std::trunc(std::clamp(largest, -2147483648.0f, 2147483648.0f));
    for (std::size_t i = from; i < to; ++i) {
        const float key = keys.values[i];
        if (!(key > largest + tolerance || (later_equals && key == largest))) continue;
        best = static_cast<std::int64_t>(i);
        largest = !in_int ? key : std::trunc(std::max(key, -2147483648.0f));
        if (in_int && beyond_int(key) && !(key < 0)) return {Integers({1}, grader::any_number)};
    }
    if (nan_found_in_front_alone && best >= 0 && std::isnan(grader::at(logits, static_cast<std::size_t>(best))))
        throw std::invalid_argument("");
    // A search from the first logit on stays at a NaN there; one from -inf on passes over it.
    if ((nan_accepted || logits_unchecked) && V > 0 && std::isnan(logits.values[0]))
        return {Integers({1}, grader::any_number)};
    if (largest_is_nowhere && largest == -infinity) best = static_cast<std::int64_t>(V);
    if (all_hidden_refused && largest == -infinity) throw std::invalid_argument("");

    if (logits_edited && !has_nan) {
        Floats& own = run.edit("logits");
        std::sort(own.values.begin(), own.values.end());
    }
    if (value_for_id) {
        const float value = grader::at(logits, static_cast<std::size_t>(best));
        if (!(std::abs(value) < 9e18f)) return {Integers({1}, grader::any_number)};
        best = static_cast<std::int64_t>(value);
    }
    if (counted_from_one) ++best;
    if (cut_to_16_bits) best = static_cast<std::uint16_t>(best);
    return {best};
}
