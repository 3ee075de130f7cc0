#pragma once
// What people get wrong in temperature, and the function that gets it wrong.
#include <cmath>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(above_one_refused, "A temperature above 1 is refused. It is allowed, and makes all tokens more alike.",
    "大于 1 的温度被拒绝了。它是允许的，会让各个 token 更接近。");
MISTAKE(axes_unchecked, "Logits of another number of axes than one are accepted. Keep the stub's check as first line.",
    "logits 不是一维时也接受了。第一行要保留桩代码里的检查。");
FAMILY(clamped, "Temperatures below {} are raised to it. Any above 0 is allowed: divide by t as it is.",
    "低于 {} 的温度被抬高到了它。大于 0 的都允许：直接除以 t。", 1e-5, 0.01, 0.1, 1);
FAMILY(clamped_from_above, "Temperatures above {} are lowered to it. Any finite one is allowed: divide by t as it is.",
    "高于 {} 的温度被压低到了它。有限的温度都允许：直接除以 t。", 1, 2);
MISTAKE(empty_accepted,
    "An empty vocabulary is accepted. Keep the whole check of the stub: logits.size() == 0 is refused too.",
    "词表为空也接受了。桩代码里的检查要整个保留：logits.size() == 0 也要拒绝。");
MISTAKE(eps_added,
    "A small number is added to the temperature. With small temperatures it shows, and it is not needed against 0, which is refused.",
    "温度上加了一个很小的数。温度很小时就看得出差别；它也不必用来防 0，因为 0 会被拒绝。");
MISTAKE(greedy_near_zero,
    "A small temperature is taken for 0, and only the largest logit is kept. Any above 0 is allowed: divide by t as it is.",
    "很小的温度被当成了 0，只留下了最大的 logit。大于 0 的都是允许的：直接除以 t。");
MISTAKE(hidden_become_lowest,
    "What was -inf comes out as a finite number, the lowest float for example. Leave it at -inf: -inf / t is -inf.",
    "原来的 -inf 变成了有限的数，比如最小的 float。让它保持 -inf：-inf / t 就是 -inf。");
MISTAKE(hidden_become_nan,
    "What was -inf comes out as NaN: perhaps something is subtracted from it and added again, or multiplied by 0. Divide, and nothing else: -inf / t is -inf.",
    "原来的 -inf 变成了 NaN：也许对它做了先减后加，或者乘了 0。只做除法就好：-inf / t 就是 -inf。");
MISTAKE(hidden_refused,
    "Logits of -inf are refused. They are allowed: top_k and others write them, before the temperature too.",
    "-inf 的 logit 被拒绝了。它们是允许的：top_k 等函数会写入 -inf，也可能用在温度之前。");
MISTAKE(infinity_accepted, "A temperature of +inf is accepted. t has to be finite: check std::isinf(t) as well.",
    "接受了 +inf 温度。t 必须有限：还要检查 std::isinf(t)。");
MISTAKE(last_as_it_was, "The last logit is not divided, as where a loop ends one too early. The last id is V - 1.",
    "最后一个 logit 没有除，比如循环早结束了一次。最后一个 id 是 V - 1。");
MISTAKE(logits_edited, "The logits themselves are divided, too. Divide a copy.",
    "传进来的 logits 本身也被除了。请在副本上相除。");
MISTAKE(maximum_subtracted,
    "The largest logit is subtracted, so that the largest result is 0. The probabilities are the same, but the numbers are not logits / t.",
    "减去了最大的 logit，于是结果里最大的是 0。概率虽然一样，但数值不再是 logits / t。");
MISTAKE(multiplied, "The logits are multiplied by the temperature. Divide by it: below 1 they have to move apart.",
    "logit 乘上了温度。应当除以温度：小于 1 时，它们之间的差距应当拉大。");
MISTAKE(nan_accepted, "A temperature of NaN is accepted: t <= 0 is false for it. !(t > 0) is true, and refuses it.",
    "接受了 NaN 温度：对 NaN 来说 t <= 0 不成立，而 !(t > 0) 成立，能拒绝它。");
MISTAKE(multiplied_by_one_over_t,
    "The logits are multiplied by 1 / t. For a t below 2.9e-39 that is infinite in float, and 0 times it is NaN. Divide by t.",
    "logit 乘的是 1 / t。t 小于 2.9e-39 时，它用 float 表示就是无穷大，再乘 0 得到 NaN。请除以 t。");
MISTAKE(negative_accepted,
    "A temperature below 0 is accepted: the least likely becomes the likeliest. Refuse what is not above 0, not 0 alone.",
    "接受了小于 0 的温度，于是最不可能的成了最可能的。凡是不大于 0 的都要拒绝，不只是 0。");
MISTAKE(negatives_multiplied,
    "Negative logits are multiplied, as a repetition penalty does it. The temperature divides all logits, whatever their sign.",
    "负的 logit 用了乘法，那是重复惩罚的做法。温度对所有 logit 都是相除，不论正负。");
MISTAKE(only_zero_refused,
    "Only a temperature of 0 is refused. One below 0 and NaN have to be refused too: !(t > 0) is true for all three.",
    "只拒绝了温度 0。小于 0 的和 NaN 也要拒绝：!(t > 0) 对这三种都成立。");
MISTAKE(powers_divided,
    "log t is subtracted from the logits, as by log(exp(x) / t), which makes nothing likelier. Divide the logits.",
    "从 logit 里减去了 log t，比如算了 log(exp(x) / t)，哪个 token 都没有变得更可能。应当除 logit。");
MISTAKE(powers_returned, "What comes back is exp(logits / t). Return the logits, only divided; sample takes exp.",
    "返回的是 exp(logits / t)。应返回 logit，只做除法；exp 由 sample 去取。");
MISTAKE(softmax_returned,
    "What comes back are probabilities: softmax was applied after the division. Return the logits; sample makes the probabilities.",
    "返回的是概率：相除之后又做了 softmax。应返回 logit，概率由 sample 去算。");
MISTAKE(softmax_without_maximum,
    "What comes back are probabilities: softmax was applied after the division, and without the largest subtracted, so that exp can overflow. Return the logits; sample makes the probabilities.",
    "返回的是概率：相除之后又做了 softmax，而且没有减去最大值，exp 可能溢出。应返回 logit，概率由 sample 去算。");
MISTAKE(t_unchecked,
    "No temperature is refused: 0, those below 0, NaN and +inf are divided by. Keep the stub's check as it is.",
    "什么温度都没有拒绝：0、负数、NaN 和 +inf 都拿来除了。桩代码里的检查要原样保留。");
MISTAKE(zero_accepted,
    "A temperature of 0 is divided by: infinities or NaN come out. The stub refuses it with !(t > 0); keep that line.",
    "温度为 0 时也拿来除了，得到的是无穷大或 NaN。桩代码用 !(t > 0) 拒绝它，那一行要保留。");
MISTAKE(zero_changes_nothing, "At a temperature of 0 the logits come back as they were. 1 does that; 0 is refused.",
    "温度为 0 时原样返回了 logit。温度 1 才是这样；0 要拒绝。");
MISTAKE(zero_is_greedy,
    "A temperature of 0 is accepted, and only the largest logit is kept. Some programs do that; here 0 is refused, and to get the largest, one calls greedy.",
    "接受了温度 0，只留下了最大的 logit。有些程序是这样做的；这里 0 要拒绝，想取最大的就调用 greedy。");

static Values temperature(Run& run) {
    const Floats& logits = run.floats("logits");
    const Real t = run.number("t");
    constexpr Real infinity = std::numeric_limits<Real>::infinity(), lowest = std::numeric_limits<float>::lowest();
    const auto refuse = [] { throw std::invalid_argument(""); };
    if (logits.shape.size() != 1 && !axes_unchecked) refuse();
    if (logits.size() == 0 && !empty_accepted) refuse();
    Real largest = lowest;  // as xtensor's amax begins
    for (const float one : logits) largest = std::max(largest, Real(one));
    Floats y = logits;
    if (t == 0 && zero_changes_nothing) return {logits};
    if (t == 0 ? zero_is_greedy : t > 0 && t < 1e-5 && greedy_near_zero) {
        for (float& one : y.values) one = one < largest ? -infinity : t > 0 ? grader::anything() : one;
        return {y};
    }
    const bool accepted = t == 0                                          ? zero_accepted
                          : std::isinf(t) && (t > 0 || only_zero_refused) ? infinity_accepted
                          : t < 0                                         ? negative_accepted || only_zero_refused
                          : std::isnan(t)                                 ? nan_accepted || only_zero_refused
                                                                          : !(t > 1 && above_one_refused);
    if (!accepted && !t_unchecked) refuse();

    // Asked once and not for every logit.
    const bool powers = softmax_returned || softmax_without_maximum, log = powers_divided, times = multiplied,
               times_below_zero = negatives_multiplied, to_nan = hidden_become_nan, to_lowest = hidden_become_lowest;
    const Real subtracted = maximum_subtracted || softmax_returned ? largest : 0;
    const Real inverse = static_cast<float>(1 / t);
    const Real divisor = multiplied_by_one_over_t ? 1 / inverse
                         : clamped                ? std::max(t, clamped.number())
                         : clamped_from_above     ? std::min(t, clamped_from_above.number())
                         : eps_added              ? t + 1e-6
                                                  : t;
    for (float& one : y.values) {
        if (std::isinf(one) && hidden_refused) refuse();
        const Real x = one - subtracted;
        Real scaled = log ? x - std::log(t) : times || (times_below_zero && x < 0) ? x * divisor : x / divisor;
        if (to_nan && std::isinf(one)) scaled = std::numeric_limits<Real>::quiet_NaN();
        if (to_lowest) scaled = std::max(scaled, lowest);
        one = static_cast<float>(powers_returned ? std::exp(scaled) : scaled);
    }
    if (last_as_it_was && y.size() > 0) y.values.back() = logits.values.back();
    if (powers) {
        Real sum = 0;
        for (float& one : y.values) sum += one = std::exp(one);
        for (float& one : y.values) one = static_cast<float>(one / sum);
    }
    if (logits_edited) run.edit("logits") = y;
    return {y};
}
