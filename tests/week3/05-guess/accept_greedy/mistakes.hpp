#pragma once
// What people get wrong in accept_greedy, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Run, grader::Value, grader::Values;

MISTAKE(agreeing_ones_counted,
    "You count all guesses that agree, even those after a rejected one, and keep that many from the start. Count only up to the first one that disagrees.",
    "数了所有对得上的猜测，连不对的那个之后的也数了，再从头留下这么多个。应只数到第一个对不上的为止。");
MISTAKE(all_hidden_gives_minus_1,
    "Where all logits of a row are -inf, -1 is chosen, which is no token. It should be token 0.",
    "一行的 logits 全是 -inf 时选了 -1，那不是 token。应是 token 0。");
MISTAKE(all_hidden_refused,
    "A row that is all -inf is refused. greedy has an answer there: token 0, the lowest id among equals.",
    "一行全是 -inf 时拒绝了。greedy 这时有答案：token 0，也就是相等者中最小的 id。");
MISTAKE(all_rows_looked_at,
    "NaN or +inf is refused in rows that come after the first guess that disagrees. These rows follow a text that is not written: do not look at them.",
    "第一个不对的猜测之后的行里有 NaN 或 +inf 也拒绝了。那些行接在一段并没有写出来的文字之后：不要看它们。");
MISTAKE(another_exception,
    "NaN and +inf are refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "NaN 和 +inf 拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");
MISTAKE(bonus_from_the_row_before,
    "Where all guesses stay, the token after them comes from the row of the last guess. With k guesses, row k follows all of them.",
    "猜测全部留下时，后面的那个 token 取自最后一个猜测的那一行。有 k 个猜测时，接在它们之后的是第 k 行。");
MISTAKE(correction_missing,
    "Nothing replaces a rejected guess. Its row says what the model writes there instead: that token belongs to the result.",
    "不对的猜测之后什么也没有。那一行说出了模型在这里会写什么：这个 token 也属于结果。");
MISTAKE(correction_from_next_row,
    "The token in the place of a rejected guess comes from the row after it, which follows the rejected guess. Take the guess's own row.",
    "换掉不对的猜测时，用的是它下一行，而下一行接在这个不对的猜测之后。应用这个猜测自己的那一行。");
MISTAKE(correction_from_the_last_row,
    "The token in the place of a rejected guess comes from the last row, which follows all of the guesses. Take the row of the rejected guess.",
    "换掉不对的猜测时，用的是最后一行，而最后一行接在所有猜测之后。应用不对的那个猜测自己的一行。");
MISTAKE(cut_to_16_bits,
    "Ids lose their upper bits: they are kept in 16 bits somewhere, and Qwen2 has 151,936 tokens. Use TokenId, or std::size_t, for them.",
    "id 丢掉了高位：有的地方用 16 位来存，而 Qwen2 有 151936 个 token。请用 TokenId 或 std::size_t。");
MISTAKE(cut_to_32_bits,
    "Guesses are cut to 32 bits, so that 2^32 + 3 is taken for 3. A TokenId has 64 bits: write TokenId.",
    "猜测被截成了 32 位，2^32 + 3 被当成了 3。TokenId 有 64 位：请写 TokenId。");
MISTAKE(empty_vocabulary_accepted,
    "An empty vocabulary is accepted, though there is no token to choose. Keep the whole check of the stub: V = 0 is refused, too.",
    "词表为空也接受了，可这时没有 token 可选。桩代码里的检查要整个保留：V = 0 也要拒绝。");
MISTAKE(equal_logit_is_enough,
    "A guess stays as soon as no logit is larger than its own. Where several are equally large, only the lowest id is the model's choice: compare ids, not logits.",
    "只要没有更大的 logit，猜测就留下了。几个一样大时，只有 id 最小的才是模型的选择：要比的是 id，不是 logit。");
MISTAKE(first_guess_believed,
    "The first guess is kept unseen. Row 0 says what the model would have written in its place: compare it, too.",
    "第一个猜测没有核对就留下了。第 0 行说出了模型在这里会写什么：它也要比。");
MISTAKE(rejected_ones_left_out,
    "Guesses that disagree are left out, and later ones are kept. The rows after the first that disagrees follow a text that is not written: the result ends there, with the model's own token.",
    "跳过了对不上的猜测，后面的却还留着。第一个对不上的之后，那些行接在一段并没有写出来的文字之后：结果到那里为止，用模型自己的 token 收尾。");
MISTAKE(infinity_accepted, "+inf is not refused in a row that is looked at. Throw std::invalid_argument as for NaN.",
    "看的行里有 +inf 却没有拒绝。应和 NaN 一样抛出 std::invalid_argument。");
MISTAKE(largest_absolute_value, "The logit farthest from 0 is taken, so that -8 beats 5. The sign counts.",
    "取了离 0 最远的 logit，于是 -8 胜过 5。正负号是算数的。");
MISTAKE(
    last_guess_believed, "The last guess is kept unseen. Compare it, too.", "最后一个猜测没有核对就留下了。它也要比。");
MISTAKE(last_guess_dropped,
    "Where all guesses agree, the token after the last one is missing: k guesses give k + 1 tokens then. The loop may end one too early, or the code after it may run only without guesses.",
    "全都对得上时，少了最后一个猜测后面的 token：这时 k 个猜测应得到 k + 1 个 token。也许是循环早结束了一步，也许是循环之后的那一段只在没有猜测时才做。");
MISTAKE(last_of_equals, "Of equal logits the last one is taken, perhaps by >= where > belongs. The lowest id wins.",
    "logit 相等时取了最后一个，也许该写 > 的地方写成了 >=。id 最小的优先。");
MISTAKE(logits_edited, "The logits themselves are changed. Leave them as they are.", "logits 本身被改了。请保持原样。");
MISTAKE(minus_infinity_refused,
    "-inf is refused, too: perhaps by std::isinf or std::isfinite, which do not look at the sign. -inf is allowed.",
    "-inf 和 NaN、+inf 一起被拒绝了：也许用了 std::isinf 或 std::isfinite，它们不看正负号。-inf 是允许的。");
MISTAKE(models_own_tokens_missing,
    "Only guesses are returned. The model's own token comes after them: in the place of the first one that disagrees, or after the last.",
    "只返回了猜测。后面还要有模型自己的 token：或者换掉第一个不对的，或者接在最后一个之后。");
MISTAKE(last_row_unchecked,
    "NaN and +inf aren't refused in the last row, from which the token after all guesses is taken. It's looked at like the others.",
    "最后一行（所有猜测之后的那个 token 取自它）里的 NaN 和 +inf 没有拒绝。它也是要看的一行。");
MISTAKE(nan_accepted, "NaN is not refused in a row that is looked at. Check each logit with std::isnan.",
    "看的行里有 NaN 却没有拒绝。请用 std::isnan 检查每个 logit。");
MISTAKE(nan_looked_for_in_the_winner_alone,
    "NaN is refused only where it's the first of its row, as when only the logit that is chosen is checked. Look at each logit of the row.",
    "NaN 只有是一行的第一个时才拒绝了，比如只检查了选中的那个 logit。这一行的每个 logit 都要检查。");
MISTAKE(next_row_looked_at_too,
    "NaN or +inf in the row after that of a rejected guess is refused. That row follows a text that is not written: do not look at it.",
    "被拒绝的猜测，它后面那一行有 NaN 或 +inf 也拒绝了。那一行接在一段并没有写出来的文字之后：不要看它。");
MISTAKE(no_bonus,
    "Where all guesses stay, nothing comes after them. The last row is computed already: take one more token from it, the model's own.",
    "猜测全部留下时，后面什么也没有。最后一行已经算好了：再取模型自己的一个 token。");
MISTAKE(no_guesses_refused,
    "A call without guesses is refused. There is one row then, and the model's choice from it is the result.",
    "没有猜测时拒绝了。这时有一行，结果就是模型在这一行的选择。");
MISTAKE(nothing_compared,
    "The model's choice in each row is returned, although a guess before it was wrong: nothing is compared, or the loop goes on all the same. A row is worth something only while all guesses before it were right.",
    "前面的猜测已经不对了，返回的还是每一行里模型的选择：要么没有比，要么比了之后循环照样继续。只有前面的猜测全对，后面的行才有意义。");
MISTAKE(numbers_unchecked,
    "Neither NaN nor +inf is refused in rows that are looked at. Both mean that something broke before: look at each logit of such a row first.",
    "看的行里有 NaN 和 +inf 都没有拒绝。出现它们说明前面某处已经出错：先检查这一行的每个 logit。");
MISTAKE(outside_refused,
    "A guess that is no token of the vocabulary is refused. It is never the model's own, so it is rejected like any other wrong guess.",
    "猜测不是词表里的 token 时抛出了异常。它不可能是模型自己的选择，和别的错误猜测一样，不留下就行。");
MISTAKE(rejected_guess_kept,
    "The rejected guess itself is in the result, before the model's own token. It was rejected: leave it out.",
    "不对的猜测自己也在结果里，在模型自己的 token 之前。既然不对，就不要它。");
MISTAKE(rejected_guess_in_its_place,
    "The first guess that disagrees stays in its place. The model's own token belongs there.",
    "第一个不对的猜测还留在原位。那里应换成模型自己的 token。");
MISTAKE(row_goes_on_to_the_end,
    "The search for the largest logit goes on to the end of all rows, so an id can be V or more. A row ends after V logits.",
    "找最大值时一直找到了所有行的末尾，id 会达到 V 或更大。一行只有 V 个 logit。");
MISTAKE(row_of_the_guess_before,
    "Guesses after the first are compared with the row before their own. Row i comes after i guesses, and belongs to guess i.",
    "第一个之后的猜测，都和自己的前一行比了。第 i 行接在前 i 个猜测之后：对应第 i 个猜测。");
MISTAKE(row_one_too_late,
    "Guesses are compared with the row after their own, which has already read the guess. Row i comes after i guesses: guess 0 belongs to row 0.",
    "猜测和它后一行比了，而那一行已经读过这个猜测。第 i 行接在前 i 个猜测之后：第 0 个猜测对第 0 行。");
MISTAKE(rows_unchecked, "The number of rows is not checked. k guesses need k + 1 rows: refuse more and fewer.",
    "没有检查行数。k 个猜测要有 k + 1 行：多了少了都要拒绝。");
MISTAKE(too_many_rows_accepted, "More than k + 1 rows are accepted. Refuse them, too.",
    "超过 k + 1 行也接受了。多了也要拒绝。");
FAMILY(search_begins_at_minus,
    "Where all logits of a row are below a number like -{}, token 0 is chosen whatever they are: the search begins with it as the largest so far. Begin with the first logit.",
    "一行的 logit 全都小于 -{} 这样的一个数时，不论它们是什么，选的都是 token 0：查找一开始把它当作了目前的最大值。应从第一个 logit 开始。",
    1e4, 1e9);
MISTAKE(search_begins_at_zero,
    "Where no logit of a row is above 0, token 0 is chosen whatever they are. The search begins with 0, or another number above them: begin with the first logit.",
    "一行里没有大于 0 的 logit 时，不论它们是什么，选的都是 token 0。查找从 0（或别的更大的数）开始了：应从第一个 logit 开始。");
MISTAKE(shape_unchecked, "Any shape of logits is accepted. They should be (k + 1, V): keep the stub's check.",
    "什么形状的 logits 都接受了。应当是 (k + 1, V)：请保留桩代码里的检查。");

namespace {

/// -2: to be refused; -3: 0 for a search from the first logit on, which stays at a NaN, and another for one from -inf on.
std::int64_t choice(const std::vector<float>& row, std::size_t V, bool unchecked) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (nan_looked_for_in_the_winner_alone && V > 0 && std::isnan(row[0])) return -2;
    const bool nan_allowed = nan_accepted || numbers_unchecked || nan_looked_for_in_the_winner_alone || unchecked,
               infinity_allowed = infinity_accepted || numbers_unchecked || unchecked, finite = minus_infinity_refused,
               later = last_of_equals, absolute = largest_absolute_value;
    bool hidden = true;
    for (std::size_t t = 0; t < V; ++t) {
        const float x = row[t];
        if ((std::isnan(x) && !nan_allowed) || (x == infinity && !infinity_allowed) || (finite && x == -infinity))
            return -2;
        hidden = hidden && x == -infinity;
    }
    if (hidden && all_hidden_refused) return -2;
    if (std::isnan(row[0]) && !nan_looked_for_in_the_winner_alone) return -3;
    std::size_t best = 0;
    const bool with_a_number = search_begins_at_zero || search_begins_at_minus;
    float largest = search_begins_at_zero    ? 0
                    : search_begins_at_minus ? static_cast<float>(-search_begins_at_minus.number())
                    : absolute               ? std::abs(row[0])
                                             : row[0];
    for (std::size_t t = with_a_number ? 0 : 1; t < row.size(); ++t) {
        const float x = absolute ? std::abs(row[t]) : row[t];
        if (x > largest || (later && x == largest)) best = t, largest = x;
    }
    return static_cast<std::int64_t>(cut_to_16_bits ? best % 65'536 : best);
}

void refuse_if(bool failed) {
    if (failed) another_exception ? throw std::runtime_error("") : throw std::invalid_argument("");
}

}  // namespace

static Values accept_greedy(Run& run) {
    const auto& draft = run.integers("draft");
    const Floats& logits = run.floats("logits");
    const std::size_t k = draft.size();
    const bool two = logits.shape.size() == 2;
    const std::size_t rows = two ? logits.shape[0] : 0, V = two ? logits.shape[1] : logits.width();
    const bool fits = two && (rows == k + 1 || rows_unchecked || (rows > k && too_many_rows_accepted)) &&
                      (V > 0 || empty_vocabulary_accepted);
    if (!fits && !shape_unchecked) throw std::invalid_argument("");
    if (k == 0 && no_guesses_refused) throw std::invalid_argument("");
    // What such a call returns depends on what lies where.
    if (!two || rows < k + 1 || V == 0) return {Integers({1}, grader::any_number)};

    bool failed = false, open = false;
    const bool minus_1 = all_hidden_gives_minus_1;
    const auto own = [&](std::size_t r) {
        r = std::min(r, rows - 1);
        const bool to_the_end = row_goes_on_to_the_end;
        const std::int64_t token =
            choice({logits.row(r), to_the_end ? logits.data() + logits.size() : logits.row(r) + V}, V,
                last_row_unchecked && r == k);
        failed = failed || token == -2;
        open = open || token == -3;
        const bool hidden = std::all_of(
            logits.row(r), logits.row(r) + V, [](float z) { return z == -std::numeric_limits<float>::infinity(); });
        return hidden && minus_1 && !failed ? std::int64_t{-1} : token;
    };
    const auto agrees = [&](std::size_t i) {
        std::int64_t guess = draft[i];
        if (cut_to_32_bits) guess = static_cast<std::int32_t>(guess);
        if (cut_to_16_bits) guess = guess % 65'536;
        const bool is_token = guess >= 0 && static_cast<std::size_t>(guess) < V;
        if (!is_token && outside_refused) failed = true;
        const std::size_t r = row_one_too_late ? i + 1 : row_of_the_guess_before && i > 0 ? i - 1 : i;
        if (next_row_looked_at_too) own(i + 1);
        const std::int64_t token = own(r);
        if (equal_logit_is_enough && is_token && token >= 0)
            return logits.row(r)[guess] >= logits.row(r)[static_cast<std::size_t>(token) % V];
        return token == guess;
    };
    if (all_rows_looked_at || nothing_compared)
        for (std::size_t r = 0; r <= k; ++r) own(r);
    Values tokens;
    std::size_t kept = 0;
    const std::size_t last = k - std::min<std::size_t>(k, last_guess_believed || last_guess_dropped ? 1 : 0);
    if (nothing_compared) {
        for (std::size_t r = 0; r < k; ++r) tokens.emplace_back(own(r));
        kept = k;
    } else if (agreeing_ones_counted) {
        for (std::size_t i = 0; i < k; ++i) kept += agrees(i);
        for (std::size_t i = 0; i < kept; ++i) tokens.emplace_back(draft[i]);
    } else {
        const bool both = rejected_guess_kept;
        bool ended = false;
        if (rejected_ones_left_out) {
            for (std::size_t i = 0; i < k && !failed; ++i)
                if (agrees(i)) tokens.emplace_back(draft[i]);
            kept = k;
        } else {
            kept = std::min<std::size_t>(k, first_guess_believed ? 1 : 0);
            for (; kept < last && !ended && !failed; kept += !ended) ended = !agrees(kept);
            if (!ended && last_guess_believed) kept = k;
            for (std::size_t i = 0; i < kept; ++i) tokens.emplace_back(draft[i]);
        }
        if (both && kept < k && ended) tokens.emplace_back(draft[kept]);
        if (!ended && last_guess_dropped && kept < k) {
            refuse_if(failed);
            const std::int64_t token = own(kept);
            refuse_if(failed);
            tokens.emplace_back(token);
            return {Value(tokens)};
        }
    }
    refuse_if(failed);
    const bool rejected = kept < k;
    const bool ends = models_own_tokens_missing || (rejected ? bool(correction_missing) : bool(no_bonus));
    if (!ends) {
        const std::size_t r = !rejected ? k - std::min<std::size_t>(k, bonus_from_the_row_before ? 1 : 0)
                              : correction_from_next_row     ? kept + 1
                              : correction_from_the_last_row ? k
                                                             : kept;
        tokens.emplace_back(rejected && rejected_guess_in_its_place ? draft[kept] : own(r));
    }
    refuse_if(failed);
    if (open) return {Integers({1}, grader::any_number)};
    if (logits_edited) run.edit("logits").values[0] += 1;
    return {Value(tokens)};
}
