#pragma once
// What people get wrong in min_p, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(above_one_accepted, "A p above 1 is accepted. Refuse it.", "接受了大于 1 的 p。应当拒绝。");
MISTAKE(below_zero_accepted, "A p below 0 is accepted. Refuse it: no probability is below 0.",
    "接受了小于 0 的 p。应当拒绝：概率没有小于 0 的。");
MISTAKE(cumulative,
    "Probabilities are added up until they reach p, which is top_p. min_p looks at each by itself: is it at least p times the largest?",
    "把概率累加到 p 为止，那是 top_p。min_p 只看每一个自己：够不够最大概率的 p 倍。");
MISTAKE(empty_accepted, "Empty logits are accepted. Refuse them: V is at least 1.",
    "接受了空的 logits。应当拒绝：V 至少为 1。");
MISTAKE(in_percent, "p is taken for percent. It is a number from 0 to 1 and not divided by 100.",
    "把 p 当成了百分数。它是 0 到 1 之间的数，不要再除以 100。");
MISTAKE(largest_less_p,
    "p is subtracted from the largest logit. To multiply a probability by p, add log(p) to its logit.",
    "从最大的 logit 里减去了 p。概率乘以 p，换成 logit 是加上 log(p)。");
MISTAKE(largest_subtracted,
    "The largest logit is subtracted from what is kept. It only helps to compute: what is kept is as it was.",
    "留下的都减去了最大的 logit。减它只是为了计算，留下的应当保持原样。");
MISTAKE(last_never_removed,
    "The last token is never removed, as where a loop over the logits ends one too early. The last id is V - 1.",
    "最后一个 token 从来没有去掉，比如对 logits 的循环早结束了一次。最后一个 id 是 V - 1。");
MISTAKE(likely_ones_removed,
    "It is the wrong way round: what is likely is removed, the rest stays. Keep what has at least p times the largest.",
    "弄反了：去掉了可能的，留下了其余的。应留下概率至少是最大概率的 p 倍的。");
MISTAKE(log_probabilities,
    "What is kept becomes the logarithm of its probability: log_softmax. It should stay as it was: the logit.",
    "留下的变成了概率的对数，也就是 log_softmax 的结果。应当原样保留，也就是 logit。");
MISTAKE(logarithm_subtracted,
    "Wherever p is below 1 the threshold is above the largest logit, and none stays: log(p) is subtracted, or the largest probability divided by p. Add log(p), which is not above 0, or multiply by p.",
    "只要 p 小于 1，门槛就比最大的 logit 还高，一个也留不下：减去了 log(p)，或者把最大的概率除以了 p。应当加上 log(p)（它不会大于 0），或者乘以 p。");
MISTAKE(more_than_the_least,
    "What has exactly p times the largest probability goes too. It stays: with p = 1 that is the likeliest itself.",
    "概率正好等于门槛的也去掉了。它应当留下：p = 1 时，最可能的那个正好就在门槛上。");
MISTAKE(more_than_the_least_in_probabilities,
    "A token whose probability is exactly p times the largest goes, as with > where >= belongs. With p = 1 the likeliest itself is exactly there, and none stays.",
    "概率正好是最大概率的 p 倍的 token 去掉了，比如该写 >= 的地方写成了 >。p = 1 时，最可能的那个正好就在门槛上，于是一个也留不下。");
MISTAKE(nan_accepted, "A p of NaN is accepted: p < 0 and p > 1 are both false for it. Test for !(p >= 0 && p <= 1).",
    "接受了 NaN：对它来说 p < 0 和 p > 1 都不成立。请写 !(p >= 0 && p <= 1)。");
MISTAKE(not_divided,
    "exp(logit) is compared with p, without the sum it has to be divided by and without the largest. Softmax first.",
    "拿 exp(logit) 和 p 比了，既没有除以总和，也没有乘上最大的概率。先做 softmax。");
MISTAKE(one_changes_nothing, "p = 1 changes nothing. That is top_p's rule; here 1 keeps the likeliest and its equals.",
    "p 为 1 时什么都没有变。那是 top_p 的规则；这里 1 只留下最可能的和与它相等的。");
MISTAKE(one_of_equals,
    "Where several are equally likely and the likeliest, only one stays when p is 1. The others have 1 times its probability: they stay.",
    "p 为 1 时，几个同样最可能的只留下了一个。它们的概率都够 1 倍，都应当留下。");
MISTAKE(one_refused, "p of 1 is refused. It is allowed and keeps the likeliest and its equals.",
    "p 为 1 时拒绝了。它是允许的，留下最可能的和与它相等的。");
FAMILY(other_logarithm,
    "The logarithm is to base {}. std::log, the natural one, belongs to exp; another base gives another threshold.",
    "对数的底是 {}。和 exp 配对的是自然对数 std::log，换一个底得到的就是别的门槛。", 2, 10);
MISTAKE(overflows,
    "exp overflows where logits are large. Subtract the largest logit before exp: the probabilities are the same.",
    "logit 很大时 exp 溢出了。先减去最大的 logit 再取 exp，概率不变。");
MISTAKE(overflows_without_the_sum,
    "exp is taken of the logits as they are. Where all are above 89 it is infinite, where all are far below zero it is 0, and then no comparison tells them apart: nothing is removed. Subtract the largest logit first, or compare logits with largest + log(p).",
    "直接对 logits 求 exp。全都大于 89 时得到无穷大，全都远小于零时得到 0，这时怎么比都分不出大小，什么也没有去掉。应先减去最大的 logit，或者拿 logits 与 最大值 + log(p) 比较。");
MISTAKE(overflows_in_double,
    "exp is taken of the logits as they are, in double: it is infinite above 709, and 0 far below zero, and then no comparison tells them apart. Subtract the largest logit first, or compare logits with largest + log(p).",
    "直接对 logits 求 exp，用的是 double：大于 709 时得到无穷大，远小于零时得到 0，这时怎么比都分不出大小。应先减去最大的 logit，或者拿 logits 与 最大值 + log(p) 比较。");
MISTAKE(p_itself, "Probabilities are compared with p itself. What is asked for is p times the largest probability.",
    "概率直接和 p 比了。要比的是 p 乘以最大的概率。");
MISTAKE(p_itself_but_the_likeliest,
    "Probabilities are compared with p itself, and the likeliest always stays. What is asked for is p times the largest probability.",
    "概率直接和 p 比了，只有最可能的总是留下。要比的是 p 乘以最大的概率。");
MISTAKE(p_of_the_logit,
    "Logits are compared with p times the largest logit. It is probabilities that are compared: among logits that is the largest plus log(p).",
    "拿 logit 和 p 乘以最大的 logit 比了。要比的是概率；换成 logit，就是最大的 logit 加 log(p)。");
MISTAKE(p_unchecked, "p is not checked. Refuse what is not 0 to 1, and NaN.",
    "p 没有检查。不在 0 到 1 之内的，还有 NaN，都要拒绝。");
MISTAKE(probabilities, "What is kept becomes its probability. It should stay as it was: the logit.",
    "留下的变成了概率。应当原样保留，也就是 logit。");
FAMILY(removed_as_large_negative, "What is removed becomes -{}. However large, it is a number: it has to be -inf.",
    "去掉的成了 -{}。再小也还是一个数：应当是 -inf。", 1e4, 1e5, 1e6, 1e9, 1e10, 1e30);
FAMILY(search_begins_at_minus,
    "Where all logits are below -{}, too many can be dropped, as if the search for the largest began with such a number. Begin with the first logit.",
    "logit 全都小于 -{} 时，可能去掉太多，好像查找最大值时是从这样的数开始的。应从第一个 logit 开始。", 1e4, 1e9);
MISTAKE(search_begins_at_zero,
    "Where no logit is above 0, the largest is taken to be 0: the search for it begins there, or at std::numeric_limits<float>::min(), which is just above. Begin with the first logit.",
    "没有 logit 大于 0 时，最大值被当成了 0：查找从 0 开始了，或者从 std::numeric_limits<float>::min() 开始，而它刚刚大于 0。应从第一个 logit 开始。");
MISTAKE(shape_unchecked,
    "The shape of logits is not checked. One axis that is not empty is what is asked for; refuse the others.",
    "logits 的形状没有检查。它应当只有一个轴，而且不是空的；其余的要拒绝。");
FAMILY(small_p_raised,
    "A small p is raised to a minimum, {} or nearly. Every p from 0 to 1 is allowed: take p as it is. The logarithm of 0 is -inf, and nothing is below that.",
    "很小的 p 被抬高到了某个下限，即 {} 左右。0 到 1 的 p 都是允许的：直接用 p。0 的对数是 -inf，没有数比它更小。",
    1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-10, 1e-30);
MISTAKE(threshold_above_the_largest,
    "Wherever p is above 0 the threshold is above the largest logit, and none stays. Among logits it is the largest plus log(p), and log(p) is never above 0.",
    "只要 p 大于 0，门槛就比最大的 logit 还高，一个也留不下。换成 logit，门槛是最大的 logit 加 log(p)，而 log(p) 不会大于 0。");
MISTAKE(very_negative_for_removed,
    "What is removed becomes a large negative number. However large, it is a number: it has to be -inf.",
    "去掉的变成了一个很小的负数。再小也还是一个数：应当是 -inf。");
MISTAKE(zero_for_removed,
    "What is removed becomes 0, or nearly (std::numeric_limits<float>::min() is just above 0). A logit of 0 has a probability, exp(0) is 1: write -inf.",
    "去掉的变成了 0，或几乎是 0（std::numeric_limits<float>::min() 刚刚大于 0）。logit 为 0 仍然有概率，exp(0) 是 1：应写 -inf。");
MISTAKE(zero_probability_removed,
    "A token whose probability is rounded to 0 is removed even where p is 0. 0 is at least 0 times the largest: compare with < alone.",
    "概率舍入成 0 的 token 总被去掉，p 为 0 时也是。0 不小于最大概率的 0 倍：只用 < 比较就行。");
MISTAKE(zero_refused, "p of 0 is refused. It is allowed and changes nothing.",
    "p 为 0 时拒绝了。它是允许的，什么都不改变。");

static Values min_p(Run& run) {
    const Floats& logits = run.floats("logits");
    const std::size_t V = logits.size();
    const float p = static_cast<float>(run.number("p"));
    constexpr float infinity = std::numeric_limits<float>::infinity(), lowest = std::numeric_limits<float>::lowest();

    if (V == 0 && (empty_accepted || shape_unchecked)) return {logits};
    if ((logits.shape.size() != 1 && !shape_unchecked) || V == 0) throw std::invalid_argument("");
    if (!p_unchecked && (std::isnan(p) ? !nan_accepted : p < 0 ? !below_zero_accepted : p > 1 && !above_one_accepted))
        throw std::invalid_argument("");
    if ((p == 0 && zero_refused) || (p == 1 && one_refused)) throw std::invalid_argument("");
    if (p == 1 && one_changes_nothing) return {logits};

    float q = p;
    if (small_p_raised) q = std::max(q, static_cast<float>(small_p_raised.number()));
    if (in_percent) q /= 100;
    const float above_all = *std::max_element(logits.begin(), logits.end());
    const float begin = search_begins_at_zero    ? 0
                        : search_begins_at_minus ? static_cast<float>(-search_begins_at_minus.number())
                                                 : lowest;
    const float largest = std::max(above_all, begin);

    // What is compared with what.
    std::vector<Real> power(V), compared(logits.begin(), logits.end());
    Real total = 0;
    for (std::size_t i = 0; i < V; ++i) total += power[i] = std::exp(Real(logits.values[i]) - above_all);
    const float logarithm =
        other_logarithm ? std::log(q) / std::log(static_cast<float>(other_logarithm.number())) : std::log(q);
    Real least = p_of_the_logit                ? largest * q
                 : largest_less_p              ? largest - q
                 : threshold_above_the_largest ? largest + q
                 : logarithm_subtracted        ? largest - logarithm
                                               : largest + logarithm;
    if (p_itself || p_itself_but_the_likeliest) {
        for (std::size_t i = 0; i < V; ++i) compared[i] = power[i] / total;
        least = q;
    }
    if (not_divided || overflows)
        for (std::size_t i = 0; i < V; ++i) compared[i] = std::exp(logits.values[i]);
    if (not_divided) least = q;
    if (overflows) {
        float sum = 0, likeliest = lowest;
        for (const Real one : compared) sum += static_cast<float>(one);
        for (Real& one : compared) {
            one = static_cast<float>(one) / sum;
            if (likeliest < one) likeliest = static_cast<float>(one);
        }
        least = q * likeliest;
    }

    if (overflows_in_double || overflows_without_the_sum) {
        Real likeliest = 0;
        for (std::size_t i = 0; i < V; ++i) {
            const float x = logits.values[i];
            compared[i] = overflows_in_double ? std::exp(Real{x}) : std::exp(x);
            likeliest = std::max(likeliest, compared[i]);
        }
        least = q * likeliest;
    }

    std::vector<bool> goes(V);
    const bool nan_goes = overflows, equal_too = more_than_the_least;
    for (std::size_t i = 0; i < V; ++i)
        goes[i] = compared[i] < least || (nan_goes && std::isnan(compared[i])) || (equal_too && compared[i] == least);
    if (more_than_the_least_in_probabilities)
        for (std::size_t i = 0; i < V; ++i) goes[i] = power[i] <= q;
    if (zero_probability_removed)
        for (std::size_t i = 0; i < V; ++i) goes[i] = goes[i] || static_cast<float>(power[i]) == 0;
    if (cumulative) {
        std::vector<std::size_t> order(V);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return power[a] > power[b]; });
        Real sum = 0;
        for (std::size_t n = 0; n < V; sum += power[order[n++]]) goes[order[n]] = n > 0 && sum >= q * total;
    }
    if (one_of_equals && p == 1) {
        goes.assign(V, true);
        goes[static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin())] = false;
    }
    for (std::size_t i = 0; i < V && p_itself_but_the_likeliest; ++i) goes[i] = goes[i] && logits.values[i] < above_all;
    if (likely_ones_removed) goes.flip();
    if (last_never_removed) goes[V - 1] = false;

    const float hidden = zero_for_removed            ? 0
                         : very_negative_for_removed ? lowest
                         : removed_as_large_negative ? static_cast<float>(-removed_as_large_negative.number())
                                                     : -infinity;
    const bool subtracted = largest_subtracted, as_probabilities = probabilities, as_logarithms = log_probabilities,
               open = p_of_the_logit && q == 0;
    Floats y = logits;
    for (std::size_t i = 0; i < V; ++i) {
        if (subtracted) y.values[i] -= largest;
        // Some return early where p is 0.
        if (goes[i]) y.values[i] = open ? grader::anything() : hidden;
        if (as_probabilities && !goes[i]) y.values[i] = static_cast<float>(power[i] / total);
        if (as_logarithms && !goes[i]) y.values[i] = static_cast<float>(logits.values[i] - above_all - std::log(total));
    }
    return {y};
}
