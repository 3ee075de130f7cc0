#pragma once
// What people get wrong in ngram_draft, and the function that gets it wrong.
#include <algorithm>

#include "grader/plain.hpp"

using grader::Integers, grader::Run, grader::Value, grader::Values;

MISTAKE(beginning_of_the_ngram,
    "A shorter ending is cut from the wrong side: it is the first n of the longest one. Look for the last n tokens of the text, whatever n is.",
    "缩短时从错的一边去掉了 token：找的是最长那个结尾的前 n 个。不管 n 是几，要找的都是文字的最后 n 个 token。");
MISTAKE(copied_beyond_the_end,
    "The guess goes on after the text has ended: it is continued with its own beginning. Where the text ends the guess ends too, and it may be shorter than max_tokens.",
    "文字到头之后还在继续猜，接着抄了猜测自己的开头。文字到哪里，猜测就到哪里，可以少于 max_tokens 个。");
MISTAKE(cut_to_32_bits,
    "Tokens are cut to 32 bits, so that 2^32 + 1 is taken for 1. A TokenId has 64 bits: write TokenId.",
    "token 被截成了 32 位，2^32 + 1 被当成了 1。TokenId 有 64 位：请写 TokenId。");
MISTAKE(dummy_token, "Where nothing is found the guess is token 0. Then there is no guess: return an empty list.",
    "什么也没找到时猜了 token 0。这时没有猜测：应返回空的列表。");
MISTAKE(dropped_for_a_stop_token,
    "A guess in which a stop token comes is dropped. What comes before the stop token stays: cut the guess there.",
    "猜测里出现停止 token 时，整个猜测都丢掉了。停止 token 之前的要留下：在那里截断就行。");
MISTAKE(empty_refused, "An empty text is refused. Nothing can be found in it: the guess is empty.",
    "空的文字被拒绝了。里面什么也找不到，返回空的猜测就行。");
MISTAKE(empty_text_wraps,
    "An empty text goes wrong, perhaps because length - 1 is the largest std::size_t then. Check for an empty text first.",
    "文字为空时出了错，也许因为这时长度减 1 是最大的 std::size_t。应先判断是否为空。");
MISTAKE(first_stop_token_alone, "Only the first of the stop tokens ends the guess. Each of them should.",
    "只有第一个停止 token 能截断猜测。哪一个都应当能。");
MISTAKE(half_the_text_at_most,
    "At most half of the text is looked for, as if the two places could not overlap. They may: n begins at the length of the text less 1, if max_ngram allows it.",
    "最多只找文字的一半那么长，好像两处不能重叠。可以重叠：只要 max_ngram 允许，n 就从文字长度减 1 开始。");
MISTAKE(last_stop_token_alone, "Only the last of the stop tokens ends the guess. Each of them should.",
    "只有最后一个停止 token 能截断猜测。哪一个都应当能。");
MISTAKE(last_token_alone_compared,
    "Only the last of the n tokens decides whether a place fits: perhaps each comparison overwrites the one before it. All n have to agree.",
    "一个位置对不对得上，只由 n 个 token 里的最后一个决定：也许每次比较都盖掉了前一次的结论。n 个都要一样。");
MISTAKE(last_place,
    "Where the ending occurs several times, the last place is taken. The contract asks for the first, as Hugging Face does it.",
    "结尾出现在几处时，取了最后一处。契约要求取第一处，Hugging Face 也是这样。");
MISTAKE(last_place_overlooked, "The last place, after which only a single token follows, is overlooked.",
    "紧挨着末尾的那一处（后面只剩一个 token）没有找。");
MISTAKE(limit_as_int,
    "A limit becomes an int, which cannot hold it: a large one turns into another number. Keep std::size_t.",
    "上限转成了 int，装不下：很大的上限变成了别的数。请保留 std::size_t。");
MISTAKE(limit_with_the_ngram,
    "The tokens that were found count towards max_tokens. It should count only those that are guessed, which follow them.",
    "找到的那几个 token 也算进了 max_tokens。max_tokens 只数后面猜出来的。");
MISTAKE(limit_wraps,
    "A huge max_tokens wraps around: place + n + max_tokens comes out smaller than place + n. Compare max_tokens with what is left of the text.",
    "max_tokens 很大时加法回绕了：位置 + n + max_tokens 反而比位置 + n 小。应拿 max_tokens 和文字剩下的长度比。");
MISTAKE(longest_only,
    "Only the longest ending is looked for: the loop ends after it, or the ending finds itself at the end of the text, where nothing follows. Look only where a token follows, and where the ending is not found go on with n - 1, down to one token.",
    "只找了最长的结尾：要么循环到此为止，要么结尾在文字末尾找到了自己，而那里后面什么也没有。只在后面还有 token 的地方找；没找到就接着找 n - 1 个的，一直到一个 token。");
MISTAKE(max_tokens_ignored, "Everything that follows is guessed, even if it's more than max_tokens.",
    "把后面的全猜了进去，超过 max_tokens 也不管。");
MISTAKE(ngram_in_the_guess,
    "The guess begins with the tokens that were found. These are in the text already: guess what follows them, from place + n.",
    "猜测的开头是找到的那几个 token。它们已经在文字里了：应从位置 + n 起，猜它们后面的。");
MISTAKE(ngram_one_shorter, "At most max_ngram - 1 tokens are looked for. max_ngram itself is allowed, too.",
    "最多只找了 max_ngram - 1 个 token。max_ngram 个也要找。");
MISTAKE(no_overlap,
    "A place that overlaps with the end is not taken. It is enough that one token follows it: 7 7 7 ends in 7 7, and 7 7 begins at place 0, too.",
    "和末尾重叠的地方没有算。只要后面还有一个 token 就行：7 7 7 的结尾 7 7 也从第 0 个开始出现过。");
MISTAKE(one_too_early,
    "The guess begins one too early, with the last token of what was found. It should begin after it, at place + n.",
    "猜测早了一个，从找到的最后一个 token 就开始了。应从它后面，也就是位置 + n 开始。");
MISTAKE(one_too_late,
    "The guess begins one too late, and misses the token that follows at once. It should begin at place + n.",
    "猜测晚了一个，漏掉了紧接着的那个 token。应从位置 + n 开始。");
MISTAKE(one_too_few, "One token less than max_tokens is guessed where that many follow.",
    "后面够 max_tokens 个时，少猜了一个。");
MISTAKE(one_too_many, "One token more than max_tokens is guessed, perhaps by <= where < belongs.",
    "比 max_tokens 多猜了一个，也许该写 < 的地方写成了 <=。");
MISTAKE(search_begins_at_one, "The beginning of the text is overlooked. Look at place 0, too.",
    "没有找文字的开头。位置 0 也要找。");
MISTAKE(shortest_first,
    "Only the last token decides: the shortest ending is looked for first, or no other at all. Begin with the last max_ngram tokens, and shorten.",
    "只由最后一个 token 决定：先找了最短的结尾，或者根本没找别的。应从最后 max_ngram 个开始，再逐个缩短。");
MISTAKE(nothing_guessed,
    "Nothing is ever guessed. If you search from the back: the last place at which an ending occurs is the end of the text itself, and nothing follows there.",
    "从来没有猜出什么。如果是从后往前找的：结尾最后一次出现的地方就是文字末尾自己，后面什么也没有。");
MISTAKE(short_guess_passed_over,
    "A place is passed over where fewer than max_tokens tokens follow. The guess may be shorter.",
    "后面不足 max_tokens 个 token 的地方被跳过了。猜测可以短一些。");
MISTAKE(shorter_after_a_stop_token,
    "After a stop token that follows at once, a shorter ending is tried. Found is found: the guess is empty then.",
    "紧接着就是停止 token 时，又去找更短的结尾。找到就是找到了：这时猜测为空。");
MISTAKE(stops_at_two, "A single token is never looked for: the last n that is tried is 2. Go down to 1.",
    "从来没有只找一个 token：n 到 2 就停了。应一直找到 n = 1。");
MISTAKE(stop_ignored, "Stop tokens are ignored: the guess goes on after them.",
    "没有理会停止 token：猜测在它后面还在继续。");
MISTAKE(stop_in_the_guess, "The stop token is part of the guess. The guess ends before it.",
    "停止 token 也在猜测里。应在它之前结束。");
MISTAKE(stop_in_the_ending, "A text that ends in a stop token gives no guess. Look for it like for any other token.",
    "文字以停止 token 结尾时就不猜了。在要找的那几个里，它和别的 token 一样。");
MISTAKE(guess_ends_before_the_ending,
    "The guess ends where the last n tokens begin. They may be guessed, too: what follows goes on up to the end of the text.",
    "猜测到最后 n 个 token 的开头就停了。它们也可以是猜测：后面的一直取到文字末尾。");
MISTAKE(stop_passed_over,
    "A stop token is passed over, and the guess goes on after it until it's full. Nothing follows a stop token: the guess ends before it.",
    "跳过了停止 token，接着往后取，直到取满。停止 token 之后什么也没有：猜测应在它之前结束。");
MISTAKE(stop_left_out,
    "Stop tokens are left out, and the guess goes on after them. It should end before the first of them.",
    "去掉了停止 token，后面的却还在猜。应在第一个停止 token 之前结束。");
MISTAKE(searched_after_the_last_stop_alone,
    "What comes before the last stop token in the text isn't searched. A text may have stop tokens in it, such as those between the messages of a conversation: search all of it.",
    "文字里最后一个停止 token 之前的部分没有找。文字里可以有停止 token，例如对话的各条消息之间：要在整段文字里找。");
MISTAKE(stop_searched_as_if_sorted,
    "Some of the stop tokens do not end the guess: they are looked for as if they were sorted, as std::binary_search does it. They come in any order: use std::find.",
    "有些停止 token 没有截断猜测：查找时当作它们已经排好了序，std::binary_search 就是这样找的。停止 token 的次序是任意的：请用 std::find。");
MISTAKE(next_place_after_a_stop_token,
    "A place that a stop token follows at once is passed over, and the next one is taken. Found is found: the guess is empty then.",
    "紧接着就是停止 token 的地方被跳过，取了下一处。找到就是找到了：这时猜测为空。");
MISTAKE(text_in_the_guess, "The whole text is returned, with the guess after it. Return only the guess.",
    "返回的是整段文字，后面接着猜测。应只返回猜测。");
MISTAKE(text_has_to_be_longer,
    "A text that is not longer than max_ngram gives no guess. Begin with a shorter ending there: at most length - 1.",
    "文字不比 max_ngram 长时就不猜了。这时应从短一些的结尾开始找：最长取长度减 1。");
MISTAKE(zero_is_no_limit, "max_tokens 0 is taken for \"no limit\". Nothing should be guessed then.",
    "max_tokens 为 0 被当成了“没有上限”。这时什么也不猜。");
MISTAKE(zero_ngram_is_one, "max_ngram 0 is taken for 1. Nothing should be looked for then, or guessed.",
    "max_ngram 为 0 被当成了 1。这时什么也不找，也不猜。");
MISTAKE(zero_refused, "A max_ngram or max_tokens of 0 is refused. Both guess nothing: return an empty list.",
    "max_ngram 或 max_tokens 为 0 时拒绝了。这两种情形都只是不猜：返回空的列表。");

using Tokens = std::vector<std::int64_t>;

namespace {

struct Search {
    Tokens text, stop;
    std::size_t max_ngram, max_tokens;

    bool ends(std::int64_t token) const {
        if (stop.empty() || stop_ignored) return false;
        return first_stop_token_alone       ? token == stop.front()
               : last_stop_token_alone      ? token == stop.back()
               : stop_searched_as_if_sorted ? std::binary_search(stop.begin(), stop.end(), token)
                                            : std::find(stop.begin(), stop.end(), token) != stop.end();
    }
    /// What follows the n tokens at `place`.
    Tokens after(std::size_t place, std::size_t n) const {
        const std::size_t first =
            place + (ngram_in_the_guess ? 0 : n) + (one_too_late ? 1 : 0) - (one_too_early ? 1 : 0);
        std::size_t limit = max_tokens_ignored || (zero_is_no_limit && max_tokens == 0) ? text.size() : max_tokens;
        if (one_too_many && limit < text.size()) ++limit;
        if (one_too_few && limit > 0 && limit <= text.size() - place - n) --limit;
        if (limit_with_the_ngram) limit -= std::min(limit, n);
        if (limit_wraps && place + n + limit < place + n) limit = 0;
        const bool filters = stop_left_out, keeps = stop_in_the_guess, drops = dropped_for_a_stop_token,
                   around = copied_beyond_the_end;
        Tokens guess;
        std::size_t at = first;
        const std::size_t end = guess_ends_before_the_ending ? text.size() - n : text.size() + 64;
        const bool passes = stop_passed_over;
        for (std::size_t k = 0; k < limit && at < end && (at < text.size() || (around && k < 64 && !guess.empty()));
             ++k, ++at) {
            const std::int64_t token =
                at < text.size() ? text[at] : guess[at - text.size() < guess.size() ? at - text.size() : 0];
            const bool is_last = ends(token);
            if (is_last && drops) return {};
            if (is_last && filters) continue;
            if (is_last && passes) {
                --k;  // below 0 it comes round again
                continue;
            }
            if (is_last && !keeps) break;
            guess.push_back(token);
            if (is_last) break;
        }
        return guess;
    }
    /// The places at which the last n tokens begin, or what is taken for them.
    std::vector<std::size_t> places(std::size_t n) const {
        const std::size_t L = text.size(),
                          from = beginning_of_the_ngram ? L - std::min(std::max(max_ngram, n), L - 1) : L - n;
        const std::size_t apart = no_overlap ? n : 1, behind = last_place_overlooked ? 1 : 0;
        std::vector<std::size_t> found;
        for (std::size_t place = search_begins_at_one ? 1 : 0; place < L; ++place) {
            if (place + n + std::max(apart, 1 + behind) > L) break;
            if (last_token_alone_compared
                    ? text[from + n - 1] == text[place + n - 1]
                    : std::equal(text.begin() + std::ptrdiff_t(from), text.begin() + std::ptrdiff_t(from + n),
                          text.begin() + std::ptrdiff_t(place)))
                found.push_back(place);
        }
        if (short_guess_passed_over)
            std::erase_if(found, [&](std::size_t place) { return max_tokens > L - place - n; });
        return found;
    }
    Tokens guess() const {
        if (searched_after_the_last_stop_alone) {
            Search rest = *this;
            const auto is_stop = [&](std::int64_t token) { return ends(token); };
            const auto last = std::find_if(text.rbegin(), text.rend(), is_stop).base();
            rest.text.assign(last, text.end());
            return rest.text.empty() ? Tokens{} : rest.guess_in_all();
        }
        return guess_in_all();
    }
    Tokens guess_in_all() const {
        const std::size_t L = text.size();
        if (nothing_guessed || (text_has_to_be_longer && L <= max_ngram)) return {};
        if (stop_in_the_ending && ends(text.back())) return {};
        std::size_t longest = std::min(max_ngram, L - 1);
        if (zero_ngram_is_one && max_ngram == 0) longest = std::min<std::size_t>(1, L - 1);
        if (ngram_one_shorter) longest = std::min(std::max<std::size_t>(max_ngram, 1) - 1, L - 1);
        if (half_the_text_at_most) longest = std::min(longest, L / 2);
        const std::size_t shortest = stops_at_two ? 2 : 1;
        const bool upwards = shortest_first, once = longest_only, last = last_place,
                   other_place = next_place_after_a_stop_token, other_n = shorter_after_a_stop_token;
        for (std::size_t k = shortest; k <= longest; ++k) {
            const std::size_t n = upwards ? k : longest - (k - shortest);
            auto found = places(n);
            if (last) std::reverse(found.begin(), found.end());
            for (const std::size_t place : found) {
                Tokens guess = after(place, n);
                if (guess.empty() && other_place) continue;
                if (guess.empty() && other_n) break;
                return guess;
            }
            if (once) break;
        }
        return dummy_token ? Tokens{0} : Tokens{};
    }
};

}  // namespace

static Values ngram_draft(Run& run) {
    const auto size = [&](const char* name) {
        const auto number = std::get<std::int64_t>(run.call[name].is);
        // A negative number is a huge limit again where it is compared with one.
        return limit_as_int ? static_cast<std::size_t>(static_cast<int>(number)) : static_cast<std::size_t>(number);
    };
    Search search{run.integers("so_far"), run.integers("stop"), size("max_ngram"), size("max_tokens")};
    if (cut_to_32_bits) {
        for (auto* ids : {&search.text, &search.stop})
            for (auto& id : *ids) id = static_cast<std::int32_t>(id);
    }
    if ((search.max_ngram == 0 || search.max_tokens == 0) && zero_refused) throw std::invalid_argument("");
    if (search.text.empty() && empty_refused) throw std::invalid_argument("");
    if (search.text.empty() && empty_text_wraps) throw std::length_error("");
    const bool none = search.text.empty() || (search.max_tokens == 0 && !zero_is_no_limit);
    const Tokens guess = none ? Tokens{} : search.guess();
    Tokens given = text_in_the_guess ? search.text : Tokens{};
    given.insert(given.end(), guess.begin(), guess.end());
    return {Value(Values(given.begin(), given.end()))};
}
