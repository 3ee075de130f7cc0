#pragma once
// What people get wrong in sample, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Value, grader::Values;

MISTAKE(all_hidden_accepted,
    "Logits that are all at -inf are accepted, though no token can be chosen. Refuse them; xt::amax, for example, gives the lowest float for them, and not -inf.",
    "logit 全是 -inf 时没有拒绝，可这时一个 token 也选不了。应当拒绝；例如 xt::amax 这时返回的是最小的 float，而不是 -inf。");
MISTAKE(at_least_u,
    "A running sum of exactly u is enough. It has to exceed u: with u = 0, the first token is chosen even where its probability is 0.",
    "累加和等于 u 就算数了。它必须大于 u：u = 0 时，选中的是第一个 token，哪怕它的概率是 0。");
MISTAKE(at_least_u_of_possible,
    "The running sum is compared with >=, or goes on only while it is below u. It has to exceed u: where it is exactly u, the next token is chosen.",
    "累加和用 >= 比了，或者只在小于 u 时才继续。它必须大于 u：正好等于 u 时，选的是下一个 token。");
MISTAKE(below_u,
    "The comparison is the wrong way round: the first token at which the running sum is below u is chosen. The sum has to exceed u.",
    "比较弄反了：选的是累加和小于 u 的第一个 token。累加和必须大于 u。");
MISTAKE(cut_to_16_bits,
    "From 65,536 on, the id loses its upper bits: it is kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t, for it.",
    "从 65536 起，id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId 或 std::size_t。");
MISTAKE(empty_accepted, "Empty logits are accepted. Refuse them: there is no token to choose.",
    "接受了空的 logits。应当拒绝：没有 token 可选。");
MISTAKE(first_nan_unchecked,
    "NaN is not refused in the first place. Look at the logit of token 0, too: a loop that looks for the largest from i = 1 on passes over it.",
    "第一个位置上的 NaN 没有拒绝。token 0 的 logit 也要检查：从 i = 1 开始找最大值的循环会漏掉它。");
MISTAKE(first_unchecked,
    "Neither NaN nor +inf is refused in the first place. Look at the logit of token 0, too: a loop that looks for the largest from i = 1 on passes over it.",
    "第一个位置上的 NaN 和 +inf 没有拒绝。token 0 的 logit 也要检查：从 i = 1 开始找最大值的循环会漏掉它。");
MISTAKE(float_sums,
    "The running sum is a float, and perhaps the probabilities are too. Over 150,000 tokens what is rounded away adds up, and the token can be another: use double for all of them.",
    "累加和是 float，也许连概率也是。15 万个 token 累加下来，舍掉的部分越积越多，选出的可能就是别的 token：请都用 double。");
MISTAKE(float_total,
    "The sum of all powers is added up in float. Over 150,000 tokens it can be off by more than a token's share: use double.",
    "所有 exp 值的总和是用 float 累加的。十五万个 token 加下来，误差可能比一个 token 的份额还大：请用 double。");
MISTAKE(from_the_end, "The probabilities are added up from the last token on. The running sum begins with token 0.",
    "概率是从最后一个 token 往前累加的。累加和要从 token 0 开始。");
MISTAKE(hidden_as_minus_10000,
    "A logit of -inf is counted as -10,000, or another number that logits can be below: it can then be chosen. Keep -inf, whose probability is 0.",
    "-inf 的 logit 被当成了 -10000（或别的 logit 可能比它还小的数），于是可能被选中。请保留 -inf，它的概率是 0。");
MISTAKE(hidden_refused,
    "A logit of -inf is refused. Many are at -inf once top_k or top_p has been applied: they are never chosen, that is all.",
    "有 -inf 就拒绝了。经过 top_k 或 top_p 之后，许多 logit 都是 -inf：它们只是永远选不到。");
MISTAKE(infinity_accepted, "A logit of +inf is accepted. Refuse it: +inf minus itself is NaN.",
    "接受了为 +inf 的 logit。应当拒绝：它减去自己是 NaN。");
MISTAKE(int_accumulator,
    "The total is summed in an int, so that each partial sum loses its fraction, as with a std::accumulate that begins with 0, an int. Begin with 0.0.",
    "总和是用 int 累加的，每一步都丢掉小数部分，比如 std::accumulate 从 0 开始，而 0 是 int。应从 0.0 开始。");
MISTAKE(last_though_impossible,
    "Where rounding leaves the whole sum at u or below, the last token is given back though its logit is -inf. Give back the last one that can be chosen.",
    "舍入使总和不大于 u 时，返回了最后一个 token，可它的 logit 是 -inf。应返回最后一个能选的。");
MISTAKE(likeliest,
    "The likeliest token is chosen whatever u is: that is greedy. u decides, by the running sum of the probabilities.",
    "不管 u 是多少，选的都是最可能的 token，那是 greedy。应由 u 通过概率的累加和来决定。");
MISTAKE(logits_as_weights, "The logits themselves are added up. Probabilities are needed: softmax(logits).",
    "累加的是 logit 本身。需要的是概率：softmax(logits)。");
MISTAKE(nan_accepted, "A logit of NaN is accepted. Refuse it: a sum that contains NaN exceeds nothing.",
    "接受了为 NaN 的 logit。应当拒绝：加进了它，累加和就不会大于任何数。");
MISTAKE(nan_found_in_front_alone,
    "NaN is refused in the first place and nowhere else, as where only the largest logit is looked at. Look at each logit.",
    "只拒绝了排在最前的 NaN，比如只检查了最大的 logit。每个 logit 都要检查。");
MISTAKE(nan_u_accepted, "A u of NaN is accepted: u < 0 and u >= 1 are both false for it. Test for !(u >= 0 && u < 1).",
    "接受了 NaN 作为 u：对它来说 u < 0 和 u >= 1 都不成立。请写 !(u >= 0 && u < 1)。");
MISTAKE(logits_unchecked,
    "Logits that hold NaN or +inf, or are all -inf, are not refused. Look at each before you compute.",
    "logits 里有 NaN 或 +inf，或者全是 -inf，都没有拒绝。请在计算之前逐个检查。");
MISTAKE(negative_u_accepted, "A u below 0 is accepted. Refuse it.", "接受了小于 0 的 u。应当拒绝。");
MISTAKE(no_running_sum, "Each probability is compared with u by itself. It is their running sum that has to exceed u.",
    "每个概率单独和 u 比了。要大于 u 的是它们的累加和。");
MISTAKE(not_normalized,
    "The powers are added up as they are, without being divided by their sum. They are probabilities only after that.",
    "直接累加了 exp 的值，没有除以总和。除过之后才是概率。");
MISTAKE(overflows,
    "exp overflows where logits are large, or gives 0 for all where they are far below 0. Subtract the largest first.",
    "logit 很大时 exp 溢出，都远小于 0 时又全是 0。先减去最大的 logit。");
FAMILY(own_random_number,
    "u is not used: you draw a random number of your own, from a std::mt19937 of seed {}. The caller has drawn u already, so that the same u gives the same token.",
    "没有用 u，而是在这里自己用种子为 {} 的 std::mt19937 抽了一个随机数。随机数由调用者抽取，这样同样的 u 才能得到同样的 token。",
    5489, 42);
MISTAKE(shape_unchecked,
    "The shape of logits is not checked. One axis that is not empty is what is asked for; refuse the others.",
    "logits 的形状没有检查。它应当只有一个轴，而且不是空的；其余的要拒绝。");
MISTAKE(sorted_first, "The probabilities are sorted before they are added up. Add them in the order of the ids.",
    "累加之前先把概率排了序。应按 id 的次序累加。");
MISTAKE(thrown_where_none_exceeds,
    "Where rounding leaves the whole sum at u or below, an exception is thrown. Give back the last token that can be chosen.",
    "舍入使总和不大于 u 时，抛出了异常。应返回最后一个能选的 token。");
MISTAKE(token_after,
    "The token after the right one is chosen. The running sum at a token has its own probability in it already.",
    "选中的是正确的下一个 token。到某个 token 为止的累加和，已经包含了它自己的概率。");
MISTAKE(token_before,
    "The token before the right one is chosen. Choose the first at which the running sum exceeds u, not the last at which it does not.",
    "选中的是正确的前一个 token：要的是累加和超过 u 的那一个，而不是还没超过的最后一个。");
MISTAKE(tolerance,
    "A u just below a running sum is taken for that sum, and the next token is chosen, as with a tolerance in the comparison. Compare only with >.",
    "只比累加和小一点的 u 被当成了和它相等，于是选了下一个 token，好像比较里留了容差。只用 > 比较。");
MISTAKE(u_above_one_accepted, "A u of 1 or more is accepted. Refuse it.", "接受了大于或等于 1 的 u。应当拒绝。");
MISTAKE(u_of_one_accepted, "u of 1 is accepted. Refuse it.", "接受了等于 1 的 u。应当拒绝。");
MISTAKE(u_rounded,
    "A u just below a running sum is taken for that sum, and the next token is chosen: perhaps u is rounded to float, or there is a tolerance in the comparison. Keep the double, and compare only with >.",
    "只比累加和小一点的 u 被当成了和它相等，于是选了下一个 token：也许 u 被舍入成了 float，或者比较里留了容差。请保留 double，只用 > 比较。");
MISTAKE(u_unchecked, "u is not checked. Refuse NaN and every u outside 0 <= u < 1.",
    "u 没有检查。小于 0 的、大于或等于 1 的，还有 NaN，都要拒绝。");
MISTAKE(unlikely_passed_over,
    "A token with a very small probability is passed over: perhaps there is a threshold for probabilities, or a tolerance in the comparison. Leave it out.",
    "概率很小的 token 被跳过了：也许给概率设了门槛，或者比较里留了容差。请去掉。");
MISTAKE(v_where_none_exceeds,
    "Where rounding leaves the whole sum at u or below, V is given back, and no token has that id. Give back the last token that can be chosen.",
    "舍入使总和不大于 u 时，返回了 V，而没有哪个 token 的 id 是它。应返回最后一个能选的 token。");
MISTAKE(zero_u_refused, "u of 0 is refused. It is allowed: random numbers are 0 or more, and below 1.",
    "u 为 0 时拒绝了。它是允许的：随机数大于或等于 0，小于 1。");
MISTAKE(zero_where_none_exceeds,
    "Where rounding leaves the whole sum at u or below, token 0 is given back. Give back the last token that can be chosen.",
    "舍入使总和不大于 u 时，返回了 token 0。应返回最后一个能选的 token。");

/// What is added up is the same for each u.
struct Drawn {
    const Floats& logits;
    std::vector<Real> power = std::vector<Real>(logits.size());
    std::vector<std::size_t> order = std::vector<std::size_t>(logits.size());
    Real total = 0;
    bool in_the_model = false;  // whose next token has to be some token

    explicit Drawn(const Floats& logits, Real largest) : logits(logits) {
        const bool plain = overflows, raised = hidden_as_minus_10000, in_float = float_total, whole = int_accumulator;
        for (std::size_t i = 0; i < power.size(); ++i) {
            const Real x = raised ? std::max(logits.values[i], -1e4f) : logits.values[i];
            power[i] = std::exp(plain ? x : x - largest);
            total += power[i];
            if (in_float) total = static_cast<float>(total);
            if (whole) total = std::trunc(total);
        }
        std::iota(order.begin(), order.end(), 0);
        if (from_the_end) std::reverse(order.begin(), order.end());
        if (sorted_first)
            std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return power[a] > power[b]; });
    }

    Value token(Real u) const {
        if (!unlikely_passed_over) return token(u, 0);
        const Value few = token(u, 1e-12), many = token(u, 1e-5);  // thresholds that people take
        const auto *a = std::get_if<std::int64_t>(&few.is), *b = std::get_if<std::int64_t>(&many.is);
        return a && b && *a == *b ? few : Integers({1}, grader::any_number);
    }
    Value token(Real u, Real least) const {
        // Which comparisons with a NaN are made is each loop's own affair.
        if (std::isnan(total)) return Integers({1}, grader::any_number);
        const std::size_t V = logits.size();
        if (likeliest && total > 0) return std::max_element(power.begin(), power.end()) - power.begin();
        if (float_sums && V > 4096 && !in_the_model) return Integers({1}, grader::any_number);  // rounding decides
        if (u_rounded) u = static_cast<float>(u);
        if (tolerance) u += 1e-9;
        if (own_random_number) {
            std::mt19937 random(static_cast<unsigned>(own_random_number.number()));
            u = std::uniform_real_distribution<Real>()(random);
        }
        const bool all = at_least_u, equal_too = at_least_u || at_least_u_of_possible, below = below_u,
                   before = token_before, after = token_after, alone = no_running_sum, plain = not_normalized,
                   weights = logits_as_weights, in_float = float_sums;
        std::size_t last = 0;
        Real sum = 0;
        for (const std::size_t i : order) {
            if (!all && (power[i] == 0 || power[i] < least * total)) continue;
            const Real share = weights ? logits.values[i] : plain ? power[i] : power[i] / total;
            const Real sum_before = sum;
            sum = alone ? share : sum + share;
            if (in_float) sum = static_cast<float>(sum);
            const Real reached = after ? sum_before : sum;
            if (below ? reached < u : reached > u || (equal_too && reached == u)) return id(before ? last : i);
            if (power[i] > 0) last = i;
        }
        // A token whose power is 0 for no good reason is passed over or is not.
        const auto lost = [&](std::size_t i) { return power[i] == 0 && !std::isinf(logits.values[i]); };
        if (overflows && std::any_of(order.begin(), order.end(), lost)) return Integers({1}, grader::any_number);
        if (thrown_where_none_exceeds) throw std::runtime_error("");
        if (v_where_none_exceeds) return id(V);
        if (zero_where_none_exceeds) return id(0);
        return id(last_though_impossible ? V - 1 : last);
    }
    static Value id(std::size_t token) { return static_cast<std::int64_t>(cut_to_16_bits ? token % 65'536 : token); }
};

static void look_at_u(Real u) {
    if (u == 0 && zero_u_refused) throw std::invalid_argument("");
    const bool accepted = std::isnan(u) ? bool(nan_u_accepted)
                          : u < 0       ? bool(negative_u_accepted)
                                        : u < 1 || u_above_one_accepted || (u == 1 && u_of_one_accepted);
    if (!accepted && !u_unchecked) throw std::invalid_argument("");
}

static Values sample(Run& run) {
    const Floats& logits = run.floats("logits");
    const std::size_t V = logits.size();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::vector<Real> numbers;
    if (run.has("u")) numbers = {run.number("u")};
    else if (run.has("us")) numbers.assign(run.floats("us").begin(), run.floats("us").end());
    else {
        const auto draws = static_cast<std::size_t>(run.number("draws"));
        for (std::size_t i = 0; i < draws; ++i)
            numbers.push_back((static_cast<Real>(i * 1597 % draws) + 0.5) / static_cast<Real>(draws));
    }

    if (V == 0 && (empty_accepted || shape_unchecked)) return {0};
    if ((logits.shape.size() != 1 && !shape_unchecked) || V == 0) throw std::invalid_argument("");
    const bool finite = hidden_refused, in_front = nan_found_in_front_alone,
               nan_allowed = nan_accepted || logits_unchecked, infinity_allowed = infinity_accepted || logits_unchecked,
               first_allowed = first_unchecked, first_nan_allowed = first_unchecked || first_nan_unchecked;
    for (std::size_t i = 0; i < V; ++i) {
        const float logit = logits.values[i];
        if ((std::isnan(logit) && !nan_allowed && !(i == 0 ? first_nan_allowed : in_front)) ||
            (logit == infinity && !infinity_allowed && !(i == 0 && first_allowed)) || (finite && logit == -infinity))
            throw std::invalid_argument("");
    }
    std::for_each(numbers.begin(), numbers.end(), look_at_u);
    const Real largest = *std::max_element(logits.begin(), logits.end());
    if (largest == -infinity && !all_hidden_accepted && !logits_unchecked) throw std::invalid_argument("");

    Drawn drawn(logits, largest);
    drawn.in_the_model = run.has("in_the_model");
    if (run.has("u")) return {drawn.token(numbers[0])};
    Integers tokens({numbers.size()}, std::int64_t{0});
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        const Value token = drawn.token(numbers[n]);
        const auto* id = std::get_if<std::int64_t>(&token.is);
        if (!id) return {token};
        tokens.values[n] = *id;
    }
    return {tokens};
}
