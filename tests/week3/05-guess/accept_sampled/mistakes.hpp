#pragma once
// What people get wrong in accept_sampled, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "grader/plain.hpp"
#include "tests/week3/05-guess/accept_sampled/grid.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::Value, grader::Values;

MISTAKE(accepted_at_equality,
    "A guess stays where u equals p / q. It should stay only if u is below: with <=, u = 0 keeps a guess whose p is 0, which the model never writes.",
    "u 等于 p / q 时猜测也留下了。要小于才留下：用 <= 的话，u = 0 时连 p 为 0 的猜测也会留下，而模型从不会写它。");
MISTAKE(another_exception,
    "A guess that is no token is refused, but not with std::invalid_argument, which the contract names. .at(), for example, throws std::out_of_range.",
    "猜测不是词表里的 token 时拒绝了，但抛出的不是契约写明的 std::invalid_argument。例如 .at() 抛出的是 std::out_of_range。");
MISTAKE(at_least_u,
    "The running sum is compared with >=. It has to exceed u: with u = 0, >= draws the first token even where its probability is 0.",
    "累加和用 >= 比了。它必须大于 u：u = 0 时，>= 会抽中第一个 token，哪怕它的概率是 0。");
MISTAKE(at_least_u_of_possible,
    "The running sum is compared with >=, or goes on only while it is below u. It has to exceed u: where it is exactly u, the next token is drawn.",
    "累加和用 >= 比了，或者只在小于 u 时才继续。它必须大于 u：正好等于 u 时，抽的是下一个 token。");
MISTAKE(bonus_from_q,
    "The token after the last guess is drawn from the last row of draft_probabilities. It should be the model's own: draw it from the last row of probabilities.",
    "最后一个猜测之后的 token 是从 draft_probabilities 的最后一行抽的。它是模型自己的：应从 probabilities 的最后一行抽。");
MISTAKE(bonus_from_the_row_before,
    "The token after the last guess is drawn from the row of the last guess. With k guesses, row k follows all of them.",
    "最后一个猜测之后的 token 是从最后一个猜测那一行抽的。有 k 个猜测时，接在它们之后的是第 k 行。");
MISTAKE(bonus_is_the_likeliest,
    "The token after the last guess is the likeliest one. It should be drawn, like every other.",
    "最后一个猜测之后取了最可能的 token。它也要抽，和别的一样。");
MISTAKE(bonus_with_the_last_draw,
    "The token after the last guess is drawn with the u that kept that guess, which is one below p / q: make another draw.",
    "最后一个猜测之后的 token，用的还是留下这个猜测的那个 u，它小于 p / q：要另抽一个。");
MISTAKE(comparison_turned_round,
    "The comparison is the wrong way round: a guess stays if u is above p / q. The likelier the model finds it, the more values of u have to keep it: u < p / q.",
    "比较弄反了：u 大于 p / q 时猜测才留下。模型认为越可能，就该有越多的 u 让它留下：应是 u < p / q。");
MISTAKE(correction_from_next_row,
    "The token in the place of a rejected guess is drawn with the row after it, which follows the rejected guess. Take the guess's own row of probabilities.",
    "换掉被拒绝的猜测时，用的是它下一行，而下一行接在这个猜测之后。应用这个猜测自己在 probabilities 里的那一行。");
MISTAKE(correction_is_the_likeliest,
    "In the place of a rejected guess comes the token for which p - q is largest. It should be drawn, each token with its own probability.",
    "换掉被拒绝的猜测时，取了 p - q 最大的 token。应当按各自的概率去抽。");
MISTAKE(correction_missing,
    "Nothing replaces a rejected guess. A token drawn from what is left of p belongs in its place.",
    "被拒绝的猜测之后什么也没有。它的位置上要放一个从 p 剩下的部分抽出的 token。");
MISTAKE(correction_with_the_first_q,
    "What is left after a rejection is computed with row 0 of draft_probabilities. It should be p - q of the rejected guess: row i of both.",
    "拒绝之后剩下的部分，减的是 draft_probabilities 的第 0 行。应当是被拒绝的那个猜测的 p - q：两边都取第 i 行。");
MISTAKE(correction_with_the_last_q,
    "What is left after a rejection is computed with the last row of draft_probabilities. It should be p - q of the rejected guess: row i of both.",
    "拒绝之后剩下的部分，减的是 draft_probabilities 的最后一行。应当是被拒绝的那个猜测的 p - q：两边都取第 i 行。");
MISTAKE(cut_to_16_bits,
    "Ids lose their upper bits: they are kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t, for them.",
    "id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId 或 std::size_t。");
MISTAKE(cut_to_32_bits,
    "Guesses are cut to 32 bits, so that 2^32 is taken for token 0. A TokenId has 64 bits: write TokenId.",
    "猜测被截成了 32 位，2^32 被当成了 token 0。TokenId 有 64 位：请写 TokenId。");
MISTAKE(drawn_and_compared,
    "A token is drawn from p, and the guess stays if it is that token. That gives the right distribution, too, but keeps a guess with probability p only, where min(1, p / q) is possible.",
    "先从 p 抽一个 token，和猜测相同才留下。这样得到的分布也对，但每个猜测只以概率 p 留下，而本来可以是 min(1, p / q)。");
MISTAKE(drawn_and_compared_first,
    "A token is drawn from p, and the guess stays only if it is that token; if not, another is drawn from p less q. It should stay if u < p / q.",
    "先从 p 里抽一个 token，和猜测相同才留下，不同就再从 p 减 q 里抽。应当 u < p / q 就留下。");
MISTAKE(difference_in_float,
    "p - q is computed in float, as the difference of two floats is, and only then becomes a double. What is rounded away there moves the borders between tokens: convert p and q first.",
    "p - q 是用 float 算的：两个 float 的差就是 float，之后才变成 double。舍掉的部分会移动 token 之间的分界：应先把 p 和 q 都转成 double。");
MISTAKE(draws_for_all_first,
    "A draw is made for every guess before the first one is looked at. Guesses after a rejected one need none: the next draw is that of the token in its place.",
    "还没看第一个猜测，就先给每个猜测各抽了一个 u。被拒的猜测之后的那些不需要抽：接下来的 u 就用来抽换上的 token。");
MISTAKE(empty_vocabulary_accepted,
    "An empty vocabulary is accepted, though there is no token to draw. Keep the whole check of the stub.",
    "词表为空也接受了，可这时没有 token 可抽。桩代码里的检查要整个保留。");
FAMILY(epsilon_in_the_divisor,
    "What is left after a rejection is divided by its sum + a number like {}. Where little is left, that's too large a divisor, and where nothing is left the token isn't drawn from p. Check whether the sum is 0, and add nothing.",
    "拒绝之后剩下的部分除以了总和加 {} 这样的一个数。剩下的很少时，除数就太大了；什么都不剩时，也没有从 p 抽。应先判断总和是否为 0，什么也不要加。",
    1e-12, 1e-8);
MISTAKE(first_guess_believed,
    "The first guess stays whatever u is. It should be decided by u and p / q, like every other.",
    "不管 u 是多少，第一个猜测总是留下。它和别的一样，也由 u 和 p / q 决定。");
MISTAKE(first_row_of_p,
    "Every guess is compared with row 0 of probabilities. Row i follows the first i guesses, and belongs to guess i.",
    "每个猜测比的都是 probabilities 的第 0 行。第 i 行接在前 i 个猜测之后，对应第 i 个猜测。");
MISTAKE(first_row_of_q, "For every guess, q is row 0 of draft_probabilities. Row i is what guess i was drawn from.",
    "每个猜测的 q 用的都是 draft_probabilities 的第 0 行。第 i 个猜测是从第 i 行抽的。");
MISTAKE(float_sums,
    "Running sums are floats. Over 150,000 tokens what is rounded away adds up, and another token may be drawn: compute in double.",
    "累加和是 float。15 万个 token 累加下来，舍入误差越积越多，抽出的可能就成了别的 token：请用 double 计算。");
MISTAKE(goes_on_after_a_rejection,
    "Guesses after a rejected one are looked at. They continue a text that is not written: the result ends with the token in the place of the rejected guess.",
    "被拒绝的猜测之后还在继续看。后面的猜测接着一段并没有写出来的文字：换上那个 token 之后，结果就到此为止。");
MISTAKE(guess_struck_out,
    "After a rejection only the guess is left out, and the token comes from the rest of p. That is right only for a draft that is certain. Take q away from p everywhere: max(0, p - q).",
    "拒绝时，只去掉了这个猜测，再从 p 的其余部分抽。只有草稿是确定的（q 为 1）时这才对。应处处从 p 减去 q：max(0, p - q)。");
MISTAKE(guesses_unchecked,
    "A guess that is negative or not below V is not refused: memory that isn't yours is read, or the guess is rejected like a wrong one. Check every guess before you draw, and throw std::invalid_argument.",
    "负的、或者不小于 V 的猜测没有抛出异常：要么读到了别人的内存，要么当成被拒绝处理了。应在抽之前检查每一个猜测，抛出 std::invalid_argument。");
MISTAKE(last_though_impossible,
    "Where no sum exceeds u, the last token of the vocabulary is drawn though its probability is 0. Take the last one that is possible.",
    "没有累加和大于 u 时，抽了词表的最后一个 token，可它的概率是 0。应取最后一个可能的。");
MISTAKE(likelier_ones_stay,
    "A guess stays only if p is at least q, whatever u is. A guess with a smaller p should stay with probability p / q: that is what u decides.",
    "不管 u 是多少，p 不小于 q 的猜测才留下。p 较小的也要以 p / q 的概率留下：这由 u 来决定。");
MISTAKE(little_left_is_nothing,
    "Where only little is left of p, less than an epsilon, it counts as nothing. Little is left wherever p and q are close, and it is divided by its sum: only a sum of 0 is nothing.",
    "p 里剩下的很少，比一个 epsilon 还小时，就当作没有了。p 和 q 接近时剩下的本来就少，除以总和就行：总和为 0 才是没有。");
MISTAKE(negative_guess_accepted, "A negative guess is not refused. Check guess < 0 before it becomes an index.",
    "负的猜测没有拒绝。拿它当下标之前，先检查 guess < 0。");
MISTAKE(no_bonus,
    "Where all guesses stay, nothing comes after them. The last row is computed already: draw one more token from it.",
    "猜测全部留下时，后面什么也没有。最后一行已经算好了：再从它抽一个 token。");
MISTAKE(no_draw_for_the_likelier,
    "No u is drawn for a guess that stays whatever u is. The contract asks for one for each guess that is looked at.",
    "必定留下的猜测没有抽 u。契约要求每个看过的猜测都抽一次。");
MISTAKE(no_draw_where_q_is_0,
    "uniform isn't called for a guess whose q is 0. If you call it after || or &&, C++ may never get there. Call it once for each guess that you look at.",
    "q 为 0 时没有抽 u：也许它写在 || 或 && 后面，被跳过了。每看一个猜测都要调用一次。");
MISTAKE(no_guesses_refused, "A call without guesses is refused. There is one row then, and the token is drawn from it.",
    "没有猜测时拒绝了。这时有一行，从它抽一个 token 就行。");
MISTAKE(not_normalized,
    "What is left after a rejection is not divided by its sum. Where that is below 1, a large u finds no token.",
    "拒绝之后剩余的部分没有除以它的总和。总和小于 1 时，u 一大就抽不到 token。");
MISTAKE(nothing_left_gives_token_0,
    "Where nothing is left of p, token 0 is drawn, perhaps because 0 / 0 is NaN. Check whether the sum is 0, and draw from p if it is.",
    "p 什么也没剩下时，抽的是 token 0，也许因为 0 / 0 是 NaN。应先判断总和是否为 0，是的话从 p 抽。");
MISTAKE(nothing_left_gives_the_guess, "Where nothing is left of p, the guess stays after all. Draw from p itself.",
    "p 什么也没剩下时，又把猜测留下了。应从 p 本身抽。");
MISTAKE(nothing_left_lets_the_guess_stay,
    "Where nothing is left of p, the guess counts as accepted, and the next one is looked at. It was rejected: draw from p itself, and end there.",
    "p 什么也没剩下时，猜测当成接受了，又去看下一个。它已经被拒绝：应从 p 本身抽一个，到此为止。");
MISTAKE(nothing_left_gives_the_last,
    "Where nothing is left of p, the last token of the vocabulary is drawn, perhaps because 0 / 0 is NaN. Check whether the sum is 0, and draw from p if it is.",
    "p 什么也没剩下时，抽的是词表的最后一个 token，也许因为 0 / 0 是 NaN。应先判断总和是否为 0，是的话从 p 抽。");
MISTAKE(nothing_left_gives_any, "Where nothing is left of p, all tokens are equally likely. Draw from p itself.",
    "p 什么也没剩下时，每个 token 都一样可能了。应从 p 本身抽。");
MISTAKE(nothing_left_throws, "Where nothing is left of p, an exception is thrown. Draw from p itself.",
    "p 什么也没剩下时抛出了异常。应从 p 本身抽。");
MISTAKE(of_p_after_a_rejection,
    "After a rejection the token is drawn from p. Then what p and q have in common counts twice: draw from max(0, p - q), divided by its sum. (Perhaps the max is missing: then the differences can add up to 0.)",
    "拒绝之后，token 是从 p 抽的。这样 p 和 q 共有的部分就算了两次：应从 max(0, p - q) 除以它的总和来抽。（也许少了 max：这时差值加起来可能是 0。）");
MISTAKE(one_draw_for_all, "The same u decides about every guess. Each guess needs a draw of its own.",
    "所有猜测都由同一个 u 决定。每个猜测都要单独抽一个。");
MISTAKE(outside_seen_too_late,
    "A guess that is no token is refused only when it is looked at, so after a rejected guess it goes unnoticed. Check all guesses before you draw.",
    "不是 token 的猜测，看到它时才拒绝；前面有一个被拒绝，就漏掉了。应在抽之前检查所有猜测。");
MISTAKE(probabilities_edited, "The probabilities themselves are changed. Compute what is left in a vector of your own.",
    "概率本身被改了。剩下的部分请算在自己的 vector 里。");
MISTAKE(product_of_ratios,
    "u is compared with the product of all min(1, p / q) so far. Each guess should be decided by its own p / q.",
    "u 和到目前为止所有 min(1, p / q) 的乘积比了。每个猜测只由自己的 p / q 决定。");
MISTAKE(q_forgotten,
    "A guess stays if u is below p, not p / q. That is right only for a draft that is certain: divide by q.",
    "u 小于 p（而不是 p / q）猜测就留下。只有草稿是确定的（q 为 1）时这才对：要除以 q。");
MISTAKE(q_minus_p,
    "After a rejection the token is drawn from max(0, q - p): tokens of which the draft has too much already. What is missing is max(0, p - q).",
    "拒绝之后，token 是从 max(0, q - p) 抽的：那些是草稿本来就给多了的。缺的是 max(0, p - q)。");
MISTAKE(ratio_in_float,
    "p / q is computed in float, where 1 / 3 is rounded to more than a third. Compute it in double.",
    "p / q 是用 float 算的，1 / 3 舍入之后就大于三分之一了。请用 double 算。");
MISTAKE(ratio_turned_round,
    "The ratio is turned round: u is compared with q / p. A guess that the model finds less likely than the draft should stay with probability p / q.",
    "比值弄反了：u 是和 q / p 比的。模型给的概率比草稿低的猜测，应以 p / q 的概率留下。");
MISTAKE(ratio_with_the_first_p, "For every guess, p in p / q is that of row 0 of probabilities. Row i is for guess i.",
    "每个猜测的 p / q 里，p 都取了 probabilities 的第 0 行。第 i 个猜测要用第 i 行。");
MISTAKE(ratio_with_the_first_q,
    "For every guess, q in p / q is that of row 0 of draft_probabilities. Row i is what guess i was drawn from.",
    "每个猜测的 p / q 里，q 都取了 draft_probabilities 的第 0 行。第 i 个猜测是从第 i 行抽的。");
MISTAKE(rejected_guess_kept,
    "The rejected guess itself is in the result, before the token that replaces it. It was rejected: leave it out.",
    "被拒绝的猜测自己也在结果里，后面才是换上的 token。既然被拒绝了，就不要它。");
MISTAKE(rest_in_float,
    "What is left after a rejection, p - q and its sum, is kept in floats, as in a Tensor. What is rounded away there moves the borders between tokens: compute in double.",
    "拒绝之后剩下的 p - q 以及它的总和存成了 float，例如放在 Tensor 里。舍掉的部分会移动 token 之间的边界：请用 double 计算。");
MISTAKE(rows_unchecked,
    "The numbers of rows are not checked. k guesses need k rows of draft_probabilities and k + 1 of probabilities.",
    "没有检查行数。k 个猜测要有 k 行 draft_probabilities、k + 1 行 probabilities。");
MISTAKE(same_draw_for_both,
    "The u that rejected a guess also draws the token in its place. Unless q is 0, it is one at or above p / q: make another draw.",
    "拒绝猜测的那个 u 又用来抽换上的 token。只要 q 不是 0，它就不小于 p / q：要另抽一个。");
MISTAKE(shapes_unchecked, "Any shapes are accepted. Keep the stub's check: k x V and (k + 1) x V.",
    "什么形状都接受了。请保留桩代码里的检查：k x V 和 (k + 1) x V。");
MISTAKE(tiny_rest_is_nothing,
    "Where only very little is left of p, less than a small epsilon, it counts as nothing. It is divided by its sum, however small that is: only a sum of 0 is nothing.",
    "p 里剩下的极少，比一个很小的 epsilon 还小时，就当作没有了。再小也是除以总和：总和为 0 才是没有。");
MISTAKE(thrown_where_none_exceeds,
    "Where no sum exceeds u, an exception is thrown. Rounding can do that: take the last token that is possible.",
    "没有累加和大于 u 时抛出了异常。舍入就会造成这种情形：应取最后一个可能的 token。");
MISTAKE(two_draws_for_a_rejected_guess,
    "A rejected guess uses up two draws, and the token in its place gets a third one: uniform is called once for each guess. Keep u in a variable.",
    "被拒绝的猜测抽了两个 u，代替它的 token 抽的是第三个：每个猜测只调用一次 uniform。请把 u 存进变量。");
MISTAKE(u_rounded,
    "A u just below p / q, or below a running sum, is taken for equal: it is rounded to float. Keep the double.",
    "只比 p / q 或累加和小一点的 u 被当成了相等：它被舍入成了 float。请保留 double。");
MISTAKE(v_where_none_exceeds,
    "Where no sum exceeds u, V is returned, and no token has that id. Take the last token that is possible.",
    "没有累加和大于 u 时返回了 V，而没有哪个 token 的 id 是它。应取最后一个可能的 token。");
MISTAKE(vocabularies_unchecked,
    "draft_probabilities of another width than probabilities are accepted. Both have one column for each token.",
    "draft_probabilities 和 probabilities 宽度不同也接受了。两者都是每个 token 一列。");
MISTAKE(whole_difference,
    "After a rejection the token is drawn from |p - q|. Where q is larger nothing is missing: max(0, p - q).",
    "拒绝之后，token 是从 |p - q| 抽的。q 更大的地方什么也不缺：应是 max(0, p - q)。");
MISTAKE(zero_q_stays,
    "A guess whose q is 0 stays: p / 0 is infinite, and 0 * u is below p. It cannot have been drawn from q: reject it.",
    "q 为 0 的猜测留下了：p / 0 是无穷大，0 * u 也小于 p。它不可能是从 q 抽出来的：应当拒绝。");
MISTAKE(zero_q_throws,
    "A guess whose q is 0 is refused with an exception. It should be rejected, like any other that does not stay.",
    "q 为 0 的猜测抛出了异常。它只是被拒绝，和别的猜测一样处理。");
MISTAKE(zero_where_none_exceeds, "Where no sum exceeds u, token 0 is returned. Take the last token that is possible.",
    "没有累加和大于 u 时返回了 token 0。应取最后一个可能的 token。");

namespace {

using Tokens = std::vector<std::int64_t>;
using Row = std::vector<Real>;

/// A result that rounding decides, or that depends on what lies where.
struct Unknown {};

/// Asked once, and not for each point of a grid.
struct Slips {
    bool all = at_least_u, equal_too = at_least_u || at_least_u_of_possible, in_float = float_sums, rounded = u_rounded,
         throws = thrown_where_none_exceeds, gives_v = v_where_none_exceeds, gives_zero = zero_where_none_exceeds,
         gives_last = last_though_impossible, struck = guess_struck_out, of_p = of_p_after_a_rejection,
         minus = q_minus_p, absolute = whole_difference, raw = not_normalized, at_equality = accepted_at_equality,
         by_likelier = likelier_ones_stay, no_q = q_forgotten, turned = ratio_turned_round,
         float_ratio = ratio_in_float, zero_q = zero_q_stays, zero_q_thrown = zero_q_throws,
         product = product_of_ratios, one_u = one_draw_for_all, first_draws = draws_for_all_first,
         no_draw = no_draw_for_the_likelier, goes_on = goes_on_after_a_rejection, kept_too = rejected_guess_kept,
         no_correction = correction_missing, same_u = same_draw_for_both, likeliest = correction_is_the_likeliest,
         next_row = correction_from_next_row, compared = drawn_and_compared, bonus_missing = no_bonus,
         bonus_q = bonus_from_q, bonus_before = bonus_from_the_row_before, bonus_likeliest = bonus_is_the_likeliest,
         short_ids = cut_to_16_bits, left_0 = nothing_left_gives_token_0, left_guess = nothing_left_gives_the_guess,
         left_last = nothing_left_gives_the_last, left_any = nothing_left_gives_any, above = comparison_turned_round,
         first = first_guess_believed, row_0_of_p = first_row_of_p, row_0_of_q = first_row_of_q,
         left_throws = nothing_left_throws, left_stays = nothing_left_lets_the_guess_stay,
         compared_first = drawn_and_compared_first, last_q = correction_with_the_last_q,
         first_q = correction_with_the_first_q, no_draw_at_0 = no_draw_where_q_is_0, ratio_p = ratio_with_the_first_p,
         ratio_q = ratio_with_the_first_q, two_draws = two_draws_for_a_rejected_guess, float_rest = rest_in_float,
         float_left = difference_in_float, last_u = bonus_with_the_last_draw;
    Real epsilon = epsilon_in_the_divisor ? epsilon_in_the_divisor.number() : 0;
    Real least = little_left_is_nothing ? 1e-6 : tiny_rest_is_nothing ? 1e-12 : 0;
};

std::int64_t drawn(const Slips& slip, const Row& weights, Real total, Real u) {
    const std::size_t V = weights.size();
    if (slip.in_float && V > 4096) throw Unknown{};
    // What becomes of NaN, which no sum exceeds, depends on how the loop ends.
    if (std::any_of(weights.begin(), weights.end(), [](Real x) { return std::isnan(x); })) throw Unknown{};
    Real sum = 0;
    std::size_t last = 0;
    for (std::size_t t = 0; t < V; ++t) {
        if (weights[t] == 0 && !slip.all) continue;
        sum += weights[t] / total;
        if (slip.in_float) sum = static_cast<float>(sum);
        if (sum > u || (slip.equal_too && sum == u)) return static_cast<std::int64_t>(t);
        if (weights[t] > 0) last = t;
    }
    if (slip.throws) throw std::runtime_error("");
    return static_cast<std::int64_t>(slip.gives_v ? V : slip.gives_zero ? 0 : slip.gives_last ? V - 1 : last);
}

Tokens accepted(const Slips& slip, const Tokens& draft, const float* qs, const float* ps, std::size_t V,
    const std::function<Real()>& uniform) {
    const std::size_t k = draft.size();
    const auto draw = [&] { return slip.rounded ? static_cast<float>(uniform()) : uniform(); };
    const auto id = [&](std::int64_t token) { return slip.short_ids ? token % 65'536 : token; };
    const auto row = [V](const float* rows, std::size_t r) { return Row(rows + r * V, rows + (r + 1) * V); };
    Row us;
    if (slip.one_u && k > 0) us.assign(k, draw());
    else if (slip.first_draws)
        for (std::size_t i = 0; i < k; ++i) us.push_back(draw());

    Tokens tokens;
    Real product = 1, latest = 0;
    for (std::size_t i = 0; i < k; ++i) {
        const auto guess = static_cast<std::size_t>(draft[i]);
        const bool is_token = draft[i] >= 0 && guess < V;
        const std::size_t q_row = slip.row_0_of_q ? 0 : i, p_row = slip.row_0_of_p ? 0 : i;
        const Real q = is_token ? qs[(slip.ratio_q ? 0 : q_row) * V + guess] : 0,
                   p = is_token ? ps[(slip.ratio_p ? 0 : p_row) * V + guess] : 0;
        if (std::isnan(p) || std::isnan(q)) throw Unknown{};
        if (q == 0 && is_token && slip.zero_q_thrown) throw std::invalid_argument("");
        bool stays = false;
        Real u = 0;
        const bool certain = slip.no_draw && q > 0 && p >= q;
        if (!certain && !(q == 0 && slip.no_draw_at_0)) u = us.empty() ? draw() : us[i];
        latest = u;
        bool differs = false;
        if (slip.compared || slip.compared_first) {
            const std::int64_t token = drawn(slip, row(ps, p_row), 1, u);
            differs = token != draft[i];
            if (!differs || slip.compared) tokens.push_back(id(token));
            if (!differs) continue;
            if (slip.compared) return tokens;
        }
        Real ratio = slip.turned ? q / p : slip.no_q ? p : p / q;
        if (slip.float_ratio) ratio = static_cast<float>(ratio);
        if (slip.product) ratio = product *= std::min<Real>(ratio, 1);
        if (slip.by_likelier) stays = q > 0 && p >= q;
        else stays = u < ratio || (slip.at_equality && u == ratio);
        if (slip.above) stays = u > ratio;
        if (q == 0) stays = slip.zero_q && p > 0;
        if (!differs && (stays || certain || (slip.first && i == 0))) {
            tokens.push_back(id(draft[i]));
            continue;
        }
        if (slip.kept_too) tokens.push_back(id(draft[i]));
        if (slip.no_correction) return tokens;
        if (slip.two_draws) draw();
        const Row of_q = row(qs, slip.last_q    ? k - 1
                                 : slip.first_q ? 0
                                                : q_row),
                  own = row(ps, p_row), of_p = slip.next_row ? row(ps, i + 1) : own;
        Row rest(V);
        for (std::size_t t = 0; t < V; ++t) {
            Real left = slip.minus ? of_q[t] - of_p[t] : of_p[t] - of_q[t];
            if (slip.float_left) left = static_cast<float>(left);
            rest[t] = slip.absolute ? std::abs(left) : std::max<Real>(0, left);
            if (slip.struck) rest[t] = t == guess ? 0 : of_p[t];
            if (slip.of_p) rest[t] = of_p[t];
        }
        Real total = std::accumulate(rest.begin(), rest.end(), Real{0});
        if (slip.float_rest && total > 0) {
            if (V > 4096) throw Unknown{};  // in what order they are added up decides
            float sum = 0;
            for (const Real one : rest) sum += static_cast<float>(one);
            for (Real& one : rest) one = static_cast<float>(one) / sum;
            total = 1;
        }
        std::int64_t token = -1;
        total += slip.epsilon;
        if (slip.left_stays && !(total > slip.least)) {
            tokens.push_back(id(draft[i]));
            continue;
        }
        if (!slip.same_u) u = draw();
        if (!(total > slip.least)) {
            if (slip.left_throws) throw std::runtime_error("");
            if (slip.left_0) token = 0;
            else if (slip.left_last) token = static_cast<std::int64_t>(V) - 1;
            else if (slip.left_guess) token = draft[i];
            else if (slip.left_any) rest.assign(V, 1), total = static_cast<Real>(V);
            else rest = of_p, total = 1;
        } else if (slip.raw || slip.of_p) total = 1;
        if (token < 0 && slip.likeliest) token = std::max_element(rest.begin(), rest.end()) - rest.begin();
        if (token < 0) token = drawn(slip, rest, total, u);
        tokens.push_back(id(token));
        if (!slip.goes_on) return tokens;
    }
    if (slip.bonus_missing) return tokens;
    const Real u = slip.last_u && k > 0 ? latest : draw();
    const Row last = slip.bonus_q && k > 0 ? row(qs, k - 1) : row(ps, slip.bonus_before && k > 0 ? k - 1 : k);
    tokens.push_back(
        id(slip.bonus_likeliest ? std::max_element(last.begin(), last.end()) - last.begin() : drawn(slip, last, 1, u)));
    return tokens;
}

}  // namespace

static Values accept_sampled(Run& run) {
    const Slips slip;
    if (run.has("grid")) {
        const auto table = [&](const std::string& name) { return run.floats(name).values; };
        const auto answer = [&](const Tokens& draft, const std::vector<float>& q, const std::vector<float>& p,
                                const std::function<double()>& uniform) {
            return accepted(slip, draft, q.data(), p.data(), p.size() / (draft.size() + 1), uniform);
        };
        return on_a_grid(run.has("q1") ? 2 : 1, static_cast<std::size_t>(run.number("grid")), table, answer);
    }
    Tokens draft = run.integers("draft");
    const Floats &q = run.floats("draft_probabilities"), &p = run.floats("probabilities");
    const std::size_t k = draft.size();
    const bool two = q.shape.size() == 2 && p.shape.size() == 2;
    const bool as_many = two && q.shape[0] == k && p.shape[0] == k + 1, as_wide = two && q.shape[1] == p.shape[1];
    const bool fits = two && (as_many || rows_unchecked) && (as_wide || vocabularies_unchecked) &&
                      (p.shape[1] > 0 || empty_vocabulary_accepted);
    if (!fits && !shapes_unchecked) throw std::invalid_argument("");
    const Values unknown{Integers({1}, grader::any_number), Integers({1}, grader::any_number)};
    if (!as_many || !as_wide || p.shape[1] == 0) return unknown;
    if (k == 0 && no_guesses_refused) throw std::invalid_argument("");
    const std::size_t V = p.shape[1];

    const Values& us = std::get<Values>(run.call["us"].is);
    std::size_t draws = 0;
    const std::function<Real()> uniform = [&] {
        if (++draws > 1000) throw std::runtime_error("");
        return draws <= us.size() ? std::get<double>(us[draws - 1].is) : 0.5;
    };
    bool outside = false, unsafe = false;
    for (std::size_t i = 0; i < k; ++i) {
        if (cut_to_32_bits) draft[i] = static_cast<std::int32_t>(draft[i]);
        if (cut_to_16_bits) draft[i] = static_cast<std::uint16_t>(draft[i]);
        const bool is_token = draft[i] >= 0 && static_cast<std::size_t>(draft[i]) < V;
        const bool accepted = guesses_unchecked || (draft[i] < 0 && negative_guess_accepted);
        outside = outside || (!is_token && !accepted);
        unsafe = unsafe || (!is_token && accepted);
    }
    try {
        if (outside && outside_seen_too_late) {
            // As far as the first guess that is none: whether it is looked at.
            std::size_t n = 0;
            while (draft[n] >= 0 && static_cast<std::size_t>(draft[n]) < V) ++n;
            const Tokens before(draft.begin(), draft.begin() + static_cast<std::ptrdiff_t>(n));
            const Tokens tokens = accepted(slip, before, q.data(), p.data(), V, uniform);
            if (n > 0 && tokens.size() <= n) return unknown;
        }
        if (outside) {
            another_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
        }
        if (unsafe) return unknown;
        const Tokens tokens = accepted(slip, draft, q.data(), p.data(), V, uniform);
        if (probabilities_edited && k > 0 && tokens.size() <= k) run.edit("probabilities").values[0] -= 0.25f;
        return {Value(Values(tokens.begin(), tokens.end())), Value(draws)};
    } catch (const Unknown&) {
        return {Integers({1}, grader::any_number), Integers({1}, grader::any_number)};
    }
}
