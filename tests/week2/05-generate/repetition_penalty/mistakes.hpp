#pragma once
// What people get wrong in repetition_penalty, and the function that gets it wrong.
#include <cmath>
#include <cstdint>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Values;

MISTAKE(all_punished, "All logits are punished, whether their token was seen or not. Only those of seen change.",
    "不管 token 有没有出现过，所有 logit 都被罚了。只有 seen 里的才要改。");
MISTAKE(below_one_ignored,
    "A penalty below 1 changes nothing. It is allowed, and makes tokens likelier by the same rule.",
    "penalty 小于 1 时什么都没有变。它是允许的，按同样的规则让 token 更可能。");
MISTAKE(below_one_leaves_all,
    "A penalty below 1 changes nothing here. It makes the tokens seen likelier, by the same rule.",
    "小于 1 的 penalty 在这里没有作用。按同样的规则，它应当让出现过的 token 更有可能。");
MISTAKE(below_one_refused, "A penalty below 1 is refused. Every finite number above 0 is allowed.",
    "penalty 小于 1 时拒绝了。大于 0 的有限数都是允许的。");
MISTAKE(counted_in_8_bits,
    "How often a token came is counted in 8 bits: after 256 times the count is 0 again, and the token is as if it had not come. Whether it came is a bool, and enough.",
    "每个 token 出现的次数用 8 位来数：到 256 次又成了 0，就像没有出现过一样。只需记是否出现过，用 bool 就够了。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, ids lose their upper bits: they are kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t after the check.",
    "从 65536 起，id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId，检查过后也可以用 std::size_t。");
MISTAKE(cut_to_32_bits,
    "The tokens are cut to 32 bits, so that 2^32 + 1 is taken for 1. A TokenId has 64 bits: compare before you convert.",
    "token 被截成了 32 位，2^32 + 1 于是成了 1。TokenId 有 64 位：先比较，再转换。");
MISTAKE(divides_all,
    "Negative logits are divided too: -1 / 2 is -0.5, which is likelier than before. Multiply where the logit is below 0.",
    "负的 logit 也用了除法：-1 / 2 是 -0.5，反而比原来更可能。logit 小于 0 时应当乘。");
MISTAKE(empty_accepted, "Empty logits are accepted. Refuse them: V is at least 1.",
    "接受了空的 logits。应当拒绝：V 至少为 1。");
MISTAKE(last_of_seen_left_out, "The last token of seen is never looked at, as where a loop ends one too early.",
    "从来没有看 seen 里的最后一个 token，比如循环早结束了一次。");
FAMILY(last_seen_alone, "Only the last tokens of seen are punished, {} of them. All tokens in seen must be.",
    "只罚了 seen 里最后的 {} 个 token。seen 里的都要罚。", 1, 4, 20, 64);
MISTAKE(logarithm_subtracted,
    "The logarithm of the penalty is subtracted. It should be the logit that is divided or multiplied.",
    "减去的是 penalty 的对数。要除、要乘的是 logit 本身。");
MISTAKE(logits_edited, "logits itself is changed. Write into a copy.", "logits 本身被改了。请写到一份副本里。");
MISTAKE(multiplies_all,
    "Positive logits are multiplied too, which makes them likelier. Divide where the logit is above 0.",
    "正的 logit 也用了乘法，反而更可能了。logit 大于 0 时应当除。");
MISTAKE(negative_from_the_end,
    "A negative token counts from the end, as an index of Python's does. Here -1 is no token: refuse it.",
    "负的 token 像 Python 的下标那样从末尾数起了。这里 -1 不是 token，要拒绝。");
MISTAKE(negative_left_alone,
    "Negative logits stay as they were. They should be made less likely too: multiplied with the penalty.",
    "负的 logit 没有变。它们也要变得更不可能：乘以 penalty。");
MISTAKE(negative_unchecked, "Negative tokens are not refused. They have no logit: check for id < 0 too.",
    "负的 token 没有拒绝，而它们没有对应的 logit：还要检查 id < 0。");
MISTAKE(once_for_each_time,
    "A token that comes twice is punished twice. It should count once: compute from logits, not from what is already punished.",
    "出现两次的 token 被罚了两次，应当只算一次：从 logits 算起，不要从已经罚过的数算起。");
MISTAKE(neighbours_alone_made_unique,
    "A token that comes several times counts once only where its places are next to each other, as with std::unique. Sort before it, use a std::set, or compute each from the logits as they came.",
    "出现几次的 token，只有挨在一起时才算一次，比如用了 std::unique。先排序，或者用 std::set，或者每次都从原来的 logits 算起。");
MISTAKE(others_punished, "The tokens that were not seen are punished. It is those of seen that change.",
    "罚的是没有出现过的 token。要改的是 seen 里的那些。");
MISTAKE(penalty_infinite, "A penalty of +inf is accepted. It has to be finite: 0 times it is NaN.",
    "接受了 +inf 作为 penalty。它必须是有限的数：0 乘它是 NaN。");
MISTAKE(penalty_nan, "A NaN penalty is accepted: NaN <= 0 is false. Test for !(penalty > 0).",
    "接受了 NaN 作为 penalty：NaN <= 0 是假。请写 !(penalty > 0)。");
MISTAKE(penalty_negative, "A negative penalty is accepted, which turns signs. It has to be above 0.",
    "接受了负的 penalty，符号会因此翻转。它必须大于 0。");
MISTAKE(penalty_unchecked, "The penalty is not checked. It has to be above 0 and finite, which NaN is not either.",
    "penalty 没有检查。它必须大于 0 且有限，NaN 也不行。");
MISTAKE(penalty_zero, "A penalty of 0 is accepted. It has to be above 0.", "接受了等于 0 的 penalty。它必须大于 0。");
MISTAKE(place_for_token, "The places in seen are taken for tokens. The token is seen[i], not i.",
    "把 seen 里的位置当成了 token。token 是 seen[i]，不是 i。");
MISTAKE(shape_unchecked,
    "The shape of logits is not checked. One axis that is not empty is what is asked for; refuse the others.",
    "logits 的形状没有检查。它应当只有一个轴，而且不是空的；其余的要拒绝。");
MISTAKE(subtracted, "The penalty is subtracted. That is the presence penalty; this one divides and multiplies.",
    "这里减去了 penalty，那是 presence penalty（出现惩罚）；重复惩罚是除和乘。");
MISTAKE(subtracted_each_time,
    "The penalty is subtracted, once for each time the token comes. That is the frequency penalty; this one divides and multiplies, and counts a token once.",
    "token 每出现一次就减去一次 penalty，那是 frequency penalty（频率惩罚）；重复惩罚是除和乘，每个 token 只算一次。");
MISTAKE(turned_round,
    "It is the wrong way round: a positive logit is to be divided, a negative one multiplied. Then both go down.",
    "弄反了：正的 logit 应当除，负的应当乘，这样两者都变小。");
MISTAKE(unknown_accepted,
    "Tokens outside of 0 to V - 1 are not refused. Throw std::invalid_argument: they have no logit, and something went wrong before. Do not pass over them either; still less write there, which is memory that is not the logits'.",
    "不在 0 到 V - 1 之内的 token 没有拒绝。应抛出 std::invalid_argument：它们没有对应的 logit，说明前面某处已经出错。不要跳过它们，更不能往那里写：那不是 logits 的内存。");
MISTAKE(unknown_accepted_with_one,
    "With a penalty of 1 tokens outside of 0 to V - 1 are not refused. Check them first, whatever the penalty is.",
    "penalty 为 1 时，不在 0 到 V - 1 之内的 token 没有拒绝。不论 penalty 是多少，都要先检查。");
MISTAKE(v_accepted, "Token V is accepted, the first one after the logits, as with > where >= belongs.",
    "接受了 token V，它正好在 logits 的末尾之后，比如该写 >= 的地方写成了 >。");
MISTAKE(wrong_exception,
    "Unknown tokens are refused, but not with std::invalid_argument, which the contract names. y.at(id), for example, throws std::out_of_range, and nothing where V is 1.",
    "未知的 token 拒绝了，但抛出的不是契约写明的 std::invalid_argument。例如 y.at(id) 抛出的是 std::out_of_range，V 为 1 时什么也不抛。");

static Values repetition_penalty(Run& run) {
    const Floats& logits = run.floats("logits");
    const Real penalty = static_cast<float>(run.number("penalty"));
    const auto refuse = [] { throw std::invalid_argument(""); };
    if (!shape_unchecked && (logits.shape.size() != 1 || (logits.size() == 0 && !empty_accepted))) refuse();
    const bool accepted = std::isnan(penalty)   ? penalty_nan
                          : std::isinf(penalty) ? penalty > 0 && penalty_infinite
                          : penalty < 0         ? penalty_negative
                          : penalty == 0        ? penalty_zero
                                                : penalty >= 1 || !below_one_refused;
    if (!accepted && !penalty_unchecked) refuse();
    Floats y = logits;
    if ((below_one_ignored && penalty <= 1) || (unknown_accepted_with_one && penalty == 1)) return {y};

    const auto punished = [&](Real logit) -> Real {
        if (subtracted || subtracted_each_time) return logit - penalty;
        if (logarithm_subtracted) return logit - std::log(penalty);
        if (divides_all) return logit / penalty;
        if (multiplies_all) return logit * penalty;
        if ((negative_left_alone && !(logit > 0)) || (below_one_leaves_all && penalty < 1)) return logit;
        return (logit > 0) != turned_round ? logit / penalty : logit * penalty;
    };
    const auto V = static_cast<std::int64_t>(logits.size());
    const std::vector<std::int64_t>& seen = run.integers("seen");
    for (std::size_t i = 0; i < seen.size(); ++i) {
        std::int64_t id = seen[i];
        if (last_of_seen_left_out && i + 1 == seen.size()) break;
        if (cut_to_32_bits) id = static_cast<std::int32_t>(id);
        if (negative_from_the_end && id < 0) id += V;
        if (id < 0 && (negative_unchecked || unknown_accepted)) continue;
        if (id >= V && (unknown_accepted || (v_accepted && id == V))) continue;
        if (id < 0 || id >= V) wrong_exception ? throw std::out_of_range("") : refuse();
        if (place_for_token) id = static_cast<std::int64_t>(i) % V;
        if (cut_to_16_bits) id = static_cast<std::uint16_t>(id);
        if (last_seen_alone && i + last_seen_alone.number() < static_cast<Real>(seen.size())) continue;
        const auto at = static_cast<std::size_t>(id);
        if (neighbours_alone_made_unique && i > 0 && seen[i] == seen[i - 1]) continue;
        const bool again = once_for_each_time || subtracted_each_time || neighbours_alone_made_unique;
        y.values.at(at) = static_cast<float>(punished(again ? y.values.at(at) : logits.values.at(at)));
    }
    if (counted_in_8_bits)
        for (std::size_t i = 0; i < y.size(); ++i)
            if (std::count(seen.begin(), seen.end(), static_cast<std::int64_t>(i)) % 256 == 0)
                y.values[i] = logits.values[i];
    if (all_punished)
        for (std::size_t i = 0; i < y.size(); ++i) y.values[i] = static_cast<float>(punished(logits.values[i]));
    if (others_punished)
        for (std::size_t i = 0; i < y.size(); ++i) {
            const bool was_there = std::find(seen.begin(), seen.end(), static_cast<std::int64_t>(i)) != seen.end();
            y.values[i] = was_there ? logits.values[i] : static_cast<float>(punished(logits.values[i]));
        }
    if (logits_edited) run.edit("logits") = y;
    return {y};
}
