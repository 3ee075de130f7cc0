#pragma once
// What people get wrong in speculative_generate, and the function that gets it wrong.
#include <algorithm>
#include <map>
#include <string>

#include "grader/plain.hpp"

using grader::Integers, grader::Run, grader::Values;

MISTAKE(accepted_after_false_returned,
    "Tokens that were accepted after the one to which on_token said false are in the result. They should be dropped: return as soon as it says false.",
    "on_token 返回 false 之后的那些已接受的 token 还在结果里。它们应当丢掉：一返回 false 就结束。");
MISTAKE(accepted_after_stop_returned,
    "Tokens that were accepted after the stop token are in the result. They should be dropped: return as soon as the stop token is there.",
    "停止 token 之后的那些已接受的 token 还在结果里。它们应当丢掉：遇到停止 token 就结束。");
MISTAKE(accepted_read_again,
    "verify reads the accepted guesses a second time. It has read them already: keep all of the text but its last token.",
    "已接受的猜测又让 verify 读了一遍。它已经读过了：除最后一个 token 外，整段文字都应保留。");
FAMILY(asked_for_at_most,
    "draft never gets a max_tokens above {}. Ask for as many guesses as could still be used: how many it makes is its own affair.",
    "每次最多只向 draft 要 {} 个猜测。还用得上多少就要多少：猜几个由它自己决定。", 1, 2, 3, 4, 5, 6, 7, 8, 10);
FAMILY(asked_for_a_fixed_number,
    "draft always gets max_tokens = {}, however many tokens are left. Near the end it must be smaller: what is left, less the model's own token.",
    "不管还剩几个 token，都向 draft 要 {} 个猜测。快到上限时应当少要：剩下的个数减去模型自己的那一个。", 1, 2, 3, 4, 5,
    8, 10);
MISTAKE(asked_for_all_that_is_left,
    "draft is asked for one guess too many. A pass also gives one token of the model's own: with n left, n - 1 guesses can be used.",
    "向 draft 多要了一个猜测。每一遍还会得到模型自己的一个 token：还剩 n 个时，只用得上 n - 1 个猜测。");
MISTAKE(asked_for_all_that_is_left_and_cut,
    "draft is asked for one guess too many, and the result is cut. A pass also gives one token of the model's own: with n left, ask for n - 1.",
    "向 draft 多要了一个猜测，再把结果截短。每一遍还会得到模型自己的一个 token：还剩 n 个时，只要 n - 1 个。");
MISTAKE(asked_for_all_that_is_left_and_on,
    "draft is asked for one guess too many, so that the text may pass its limit, and then it goes on. With n tokens left, n - 1 guesses can be used, because a pass also gives one token of the model's own.",
    "向 draft 多要了一个猜测，文字于是可能越过上限，此后还在继续。还剩 n 个时只用得上 n - 1 个猜测，因为每一遍还会得到模型自己的一个 token。");
MISTAKE(asked_for_the_limit,
    "draft is asked for max_new_tokens - 1 guesses each time. Only the tokens that are left count: max_new_tokens - tokens.size() - 1.",
    "每次都向 draft 要 max_new_tokens - 1 个猜测。只能算还剩下的：max_new_tokens - tokens.size() - 1。");
MISTAKE(asked_for_the_limit_and_cut,
    "draft is asked for max_new_tokens - 1 guesses each time, and the result is cut. Only those that are left can be used: max_new_tokens - tokens.size() - 1.",
    "每次都向 draft 要 max_new_tokens - 1 个猜测，再把结果截短。用得上的只有剩下的：max_new_tokens - tokens.size() - 1。");
MISTAKE(asked_for_one_too_few,
    "draft is asked for one guess too few: with n tokens left, n - 1 guesses and the model's own token fit.",
    "向 draft 少要了一个猜测：还剩 n 个时，n - 1 个猜测加上模型自己的一个正好放得下。");
MISTAKE(draft_one_behind,
    "The text that draft gets lacks its last token, the model's own. Its guesses have to follow the whole text.",
    "交给 draft 的文字少了最后一个 token，也就是模型自己的那个。猜测要接在整段文字之后。");
MISTAKE(draft_sees_new_tokens_alone,
    "draft gets only the new tokens. so_far is the whole text, and the prompt is its beginning.",
    "只把新 token 交给了 draft。so_far 是整段文字，开头就是提示词。");
MISTAKE(draft_sees_the_prompt_alone, "draft gets only the prompt, each time. so_far grows by what each pass gives.",
    "每次交给 draft 的都只有提示词。so_far 要随着每一遍的结果变长。");
MISTAKE(empty_prompt_accepted,
    "An empty prompt is accepted when no token is asked for. It should be refused all the same: check it first.",
    "不用生成 token 时接受了空的提示词。这时也要拒绝：先检查它。");
MISTAKE(ends_without_a_guess,
    "The text ends as soon as draft guesses nothing. Then the pass gives the model's own token alone, and it goes on.",
    "draft 什么也没猜时文字就结束了。这时这一遍只得到模型自己的一个 token，还要继续。");
MISTAKE(false_breaks_off_the_pass_alone,
    "When on_token says false, only this pass ends: what was accepted after that token is dropped, and the next pass goes on from it. False ends the text: return.",
    "on_token 返回 false 时只结束了这一遍：后面已接受的丢掉了，下一遍又从这里接着生成。返回 false 就该结束整段文字：请用 return。");
MISTAKE(false_ends_the_pass_alone,
    "When on_token says false, only this pass ends, and the next one begins. False ends the text: return.",
    "on_token 返回 false 时只结束了这一遍，接着又开始下一遍。false 要结束整段文字：请用 return。");
MISTAKE(false_noticed_after_the_pass,
    "What on_token says is looked at only when all tokens of the pass have been handed over. Check after each token, and drop what was accepted after false: return at once.",
    "一遍的 token 全交给 on_token 之后，才看它返回什么。每交一个就要看；返回 false 之后接受的都要丢掉：应当马上返回。");
MISTAKE(first_stop_token_alone, "Only the first of the stop tokens ends the text. Each of them should.",
    "只有第一个停止 token 能让文字结束。哪一个都应当能。");
MISTAKE(guesses_unchecked,
    "All guesses are taken, right or not. Only those stay that the model would have written: call accept_greedy.",
    "猜测不管对错都留下了。只有模型自己也会写的才留下：请用 accept_greedy。");
MISTAKE(keep_counts_new_tokens_alone,
    "keep counts the new tokens alone. verify has read the prompt too: count from its beginning.",
    "keep 只数了新 token。提示词 verify 也读过：要从提示词的开头数起。");
MISTAKE(last_of_equal_logits, "Of several largest logits the last one wins. It should be the lowest id, as in greedy.",
    "有几个 logit 同样最大时取了最后一个。应取 id 最小的，和 greedy 一样。");
MISTAKE(last_left_out_at_false,
    "The token to which on_token says false is missing from the result. It was generated already: return it.",
    "on_token 返回 false 的那个 token 不在结果里。它已经生成了，要返回。");
MISTAKE(last_stop_token_alone, "Only the last of the stop tokens ends the text. Each of them should.",
    "只有最后一个停止 token 能让文字结束。哪一个都应当能。");
MISTAKE(limit_as_int,
    "max_new_tokens becomes an int, which cannot hold it: a large limit turns into another number. Keep std::size_t.",
    "max_new_tokens 转成了 int，装不下：很大的上限变成了别的数。请保留 std::size_t。");
MISTAKE(limit_counts_passes,
    "max_new_tokens limits the passes. It should limit the tokens, and a pass may give several.",
    "max_new_tokens 限制的成了遍数。它限制的是 token 的个数，一遍可以得到好几个。");
MISTAKE(limit_ignored, "The text goes on after max_new_tokens tokens. It should end there.",
    "凑满 max_new_tokens 个之后还在继续生成。这时应当结束。");
MISTAKE(limit_with_the_prompt,
    "The prompt counts towards the limit. max_new_tokens counts only new ones; with the prompt it would be max_length.",
    "把提示词也算进了上限。max_new_tokens 只数新生成的；连提示词一起数的那个叫 max_length。");
MISTAKE(not_told_of_the_last_pass,
    "When a stop token ends the text, on_token does not get the tokens that were accepted before it in the same pass. Look at the tokens one by one: stop, then on_token.",
    "遇到停止 token 时，同一遍里排在它前面的已接受的 token 没有告诉 on_token。应一个个看：先查 stop，再调用 on_token。");
MISTAKE(not_told_of_the_last_one,
    "The token with which max_new_tokens is reached is not handed to on_token. It is a token like the others.",
    "凑满 max_new_tokens 的那个 token 没有告诉 on_token。它和别的 token 一样，也要告诉。");
MISTAKE(on_token_ignored, "What on_token says is not looked at. False ends the text.",
    "没有理会 on_token 的返回值。返回 false 就该结束。");
MISTAKE(on_token_turned_round, "on_token is taken the wrong way round: true goes on, false ends the text.",
    "把 on_token 的意思弄反了：true 是继续，false 才是结束。");
MISTAKE(one_pass_alone,
    "There is only one pass. It should go on, pass after pass, until there are max_new_tokens or the text ends.",
    "只读了一遍。要一遍一遍继续，直到凑满 max_new_tokens 个或文字结束。");
MISTAKE(own_token_dropped_after_a_rejection,
    "Where a guess was accepted and a later one rejected, the model's own token is missing. The pass has computed it already: it is the last that accept_greedy returns.",
    "先有猜测被接受、后有猜测被拒绝时，少了模型自己的那个 token。这一遍已经把它算出来了：accept_greedy 返回的最后一个就是。");
MISTAKE(own_token_dropped_after_the_last_guess,
    "When all guesses are right, the model's own token after them is missing. It costs nothing: the pass has computed it already.",
    "猜测全对时，少了后面模型自己的那个 token。它不用另算：这一遍已经算出来了。");
MISTAKE(one_too_few, "One token less than max_new_tokens is generated.", "比 max_new_tokens 少生成了一个。");
MISTAKE(own_token_not_read,
    "verify never reads the model's own token: keep counts it, and ids begins with the guess. It was chosen, not read: begin ids with it.",
    "模型自己的 token 一直没有让 verify 读：keep 把它算进去了，ids 又从猜测开始。它是选出来的，还没有读过：要从它读起。");
MISTAKE(own_token_kept, "keep is one too large: it counts the model's own token, which verify has not read yet.",
    "keep 多了一个：把模型自己的 token 也算进去了，可 verify 还没有读过它。");
MISTAKE(prompt_in_the_result, "The prompt is in the result. Return only the new tokens.",
    "结果里有提示词。应只返回新生成的 token。");
MISTAKE(prompt_read_apart,
    "The prompt goes through verify in a pass of its own, of which nothing is used. The first pass should read it with the guess.",
    "提示词单独用了一遍 verify，结果却没有用上。第一遍就应当连同猜测一起读。");
MISTAKE(prompt_without_guesses, "draft is not called before the first pass. A guess can follow the prompt, too.",
    "第一遍之前没有调用 draft。提示词后面也可以猜。");
MISTAKE(rejected_kept,
    "verify keeps rejected guesses: keep counts all that it has read. The text goes on where they were rejected: keep all of the text but the model's own token.",
    "被拒绝的猜测还留在 verify 里：keep 数的是它读过的全部。文字是从被拒绝的地方接着写的：除模型自己的 token 外，保留的应是这段文字。");
MISTAKE(rejected_in_the_text,
    "Rejected guesses get into the text that draft and verify see: all guesses are added to it. Add what accept_greedy returns.",
    "被拒绝的猜测混进了 draft 和 verify 看到的文字：把所有猜测都加了进去。应加 accept_greedy 返回的那些。");
MISTAKE(room_for_the_limit,
    "Memory for max_new_tokens tokens is reserved at once. The limit may be huge and never reached: let the vector grow.",
    "一开始就按 max_new_tokens 预留了内存。上限可以很大却根本达不到：让 vector 自己增长就好。");
MISTAKE(rows_from_the_first,
    "The guess is judged by the first rows of the logits. In the first pass these are the prompt's: row unread - 1, that of the last token before the guess, comes first.",
    "判断猜测用的是 logits 的头几行。第一遍里那是提示词的：应从猜测前最后一个 token 的那一行开始。");
MISTAKE(stop_breaks_off_the_pass_alone,
    "At a stop token only this pass ends: what was accepted after it is dropped, and the next pass goes on from the stop token. It should end the text: return.",
    "遇到停止 token 时只结束了这一遍：后面已接受的丢掉了，下一遍又从停止 token 接着生成。它要结束整段文字：请用 return。");
MISTAKE(stop_ends_the_pass_alone,
    "At a stop token only this pass ends, and the next one begins. It should end the text: return.",
    "遇到停止 token 时只结束了这一遍，接着又开始下一遍。它要结束整段文字：请用 return。");
MISTAKE(
    stop_ignored, "Stop tokens are ignored: the text goes on after them.", "没有理会停止 token：后面还在继续生成。");
MISTAKE(stop_looked_for_in_the_prompt,
    "A stop token at the end of the prompt ends the text before it has begun. Only new tokens end it: chat prompts are full of stop tokens.",
    "提示词末尾的停止 token 让文字还没开始就结束了。只有新 token 才会让它结束：对话的提示词里到处都是停止 token。");
MISTAKE(stop_searched_as_if_sorted,
    "Some of the stop tokens do not end the text: they are looked for as if they were sorted, as std::binary_search and std::lower_bound do it. They come in any order: use std::find.",
    "有些停止 token 没有让文字结束：查找时当作它们已经排好了序，std::binary_search 和 std::lower_bound 就是这样找的。停止 token 的次序是任意的：请用 std::find。");
MISTAKE(stop_seen_in_the_own_token_alone,
    "A stop token ends the text only where it is the last of its pass. An accepted guess can be one, too: look at each.",
    "只有一遍里最后那个 token 是停止 token 时文字才结束。已接受的猜测也可能是：每一个都要看。");
MISTAKE(stop_token_left_out,
    "The token that ended the text is missing from the result. It should be returned, only on_token is not told of it.",
    "结果里少了让文字结束的那个 token。它也要返回，只是不告诉 on_token。");
MISTAKE(told_at_the_end,
    "on_token is told of all tokens at the end. It is to be told of a pass's tokens before the next, so that the text can be read at once and ended.",
    "到最后才把所有 token 告诉 on_token。一遍的 token 应当在下一遍之前就告诉它，这样才能边生成边看，也才能中途结束。");
MISTAKE(told_of_the_own_token_alone,
    "on_token is called once for each pass, with its last token. It should get each new token, the accepted guesses too.",
    "每一遍只用最后一个 token 调用了 on_token。每个新 token 都要告诉它，已接受的猜测也一样。");
MISTAKE(told_of_the_stop_token,
    "on_token is called with the token that ends the text. It should get only the others: check for stop first.",
    "让文字结束的那个 token 也告诉了 on_token。on_token 只听其他的：先检查 stop。");
MISTAKE(whole_text_each_time,
    "verify reads the whole text in each pass. It remembers what it has read: keep all of the text but its last token.",
    "每一遍都让 verify 把整段文字重读。它记得读过的：除最后一个 token 外，整段文字都应保留。");
MISTAKE(zero_asks, "With max_new_tokens 0 you call the model all the same. Check the limit before the first pass.",
    "max_new_tokens 为 0 时还是调用了模型。应在第一遍之前就检查上限。");

using Tokens = std::vector<std::int64_t>;

/// What `around` gives is called: verify, of which only the likeliest token of each row is seen, draft and on_token.
template <class Around>
static Tokens speculated(Around& around, const Tokens& prompt, std::size_t limit, const Tokens& stop) {
    if (empty_prompt_accepted && limit == 0) return {};
    if (prompt.empty()) throw std::invalid_argument("");
    if (room_for_the_limit && limit > std::size_t{1} << 31) throw std::length_error("");

    const auto ends = [&](std::int64_t token) {
        if (stop.empty() || stop_ignored) return false;
        return first_stop_token_alone       ? token == stop.front()
               : last_stop_token_alone      ? token == stop.back()
               : stop_searched_as_if_sorted ? std::binary_search(stop.begin(), stop.end(), token)
                                            : std::find(stop.begin(), stop.end(), token) != stop.end();
    };
    Tokens tokens, so_far = prompt, unread = prompt;
    std::size_t read = 0, passes = 0;
    const auto goes_on = [&] {
        if (one_pass_alone && passes > 0) return false;
        if (zero_asks && passes == 0) return true;
        if (stop_looked_for_in_the_prompt && !so_far.empty() && ends(so_far.back())) return false;
        const std::size_t n = limit_with_the_prompt ? so_far.size() : tokens.size();
        if (asked_for_all_that_is_left_and_on) return limit != n;
        if (limit_counts_passes) return passes < limit;
        return limit_ignored  ? limit > 0
               : one_too_few  ? n + 1 < limit
               : limit_as_int ? static_cast<int>(n) < static_cast<int>(limit)
                              : n < limit;
    };
    const auto result = [&] {
        if (told_at_the_end) {
            for (const std::int64_t token : tokens) {
                if (ends(token) && !told_of_the_stop_token) break;
                if (!around.on_token(token)) break;
            }
        }
        if (prompt_in_the_result) tokens.insert(tokens.begin(), prompt.begin(), prompt.end());
        return tokens;
    };
    if (prompt_read_apart && limit > 0 && prompt.size() > 1) {
        around.verify(0, {prompt.begin(), prompt.end() - 1});
        read = prompt.size() - 1;
        unread = {prompt.back()};
    }

    for (; goes_on(); ++passes) {
        const std::size_t done = limit_counts_passes     ? passes
                                 : limit_with_the_prompt ? so_far.size()
                                                         : tokens.size(),
                          left = limit - done;
        const bool all =
            asked_for_all_that_is_left || asked_for_all_that_is_left_and_cut || asked_for_all_that_is_left_and_on;
        const bool most = asked_for_the_limit || asked_for_the_limit_and_cut;
        std::size_t wanted = all                     ? left
                             : most                  ? limit - 1
                             : asked_for_one_too_few ? std::max<std::size_t>(left, 2) - 2
                                                     : left - 1;
        if (asked_for_a_fixed_number) wanted = static_cast<std::size_t>(asked_for_a_fixed_number.number());
        if (asked_for_at_most) wanted = std::min(wanted, static_cast<std::size_t>(asked_for_at_most.number()));
        Tokens seen = draft_sees_the_prompt_alone ? prompt : draft_sees_new_tokens_alone ? tokens : so_far;
        if (draft_one_behind && passes > 0 && !seen.empty()) seen.pop_back();
        Tokens guess;
        if (!prompt_without_guesses || passes > 0) guess = around.draft(seen, wanted);
        if (ends_without_a_guess && guess.empty()) break;

        Tokens ids = whole_text_each_time ? so_far : unread;
        const std::size_t before = ids.size(), keep = whole_text_each_time ? 0 : read;
        ids.insert(ids.end(), guess.begin(), guess.end());
        const Tokens wants = around.verify(keep, ids);
        const std::size_t all_read = keep + ids.size();
        if (before == 0) throw std::invalid_argument("");
        const std::size_t first = rows_from_the_first ? 0 : before - 1;
        std::size_t agree = 0;
        while (agree < guess.size() && (guesses_unchecked || guess[agree] == wants[first + agree])) ++agree;
        Tokens accepted(guess.begin(), guess.begin() + static_cast<std::ptrdiff_t>(agree));
        accepted.push_back(wants[first + agree]);
        const bool was_right = agree == guess.size();
        if (agree > 0 && (was_right ? own_token_dropped_after_the_last_guess : own_token_dropped_after_a_rejection))
            accepted.pop_back();
        if ((asked_for_all_that_is_left_and_cut || asked_for_the_limit_and_cut) && accepted.size() > left)
            accepted.resize(left);

        if (not_told_of_the_last_pass) {
            const auto last = std::find_if(accepted.begin(), accepted.end(), ends);
            if (last != accepted.end()) {
                tokens.insert(tokens.end(), accepted.begin(), last + 1);
                return result();
            }
        }
        const std::size_t old = tokens.size();
        if (accepted_after_stop_returned || accepted_after_false_returned)
            tokens.insert(tokens.end(), accepted.begin(), accepted.end());
        bool left_the_loop = false, is_over = false;
        for (std::size_t i = 0; i < accepted.size() && !left_the_loop; ++i) {
            const std::int64_t token = accepted[i];
            const bool is_own = i + 1 == accepted.size();
            const bool is_last = ends(token) && (!stop_seen_in_the_own_token_alone || is_own);
            if (is_last && stop_token_left_out) return tokens.resize(std::min(tokens.size(), old + i)), result();
            if (tokens.size() < old + i + 1) tokens.push_back(token);
            if (is_last && !told_of_the_stop_token) {
                left_the_loop = true, is_over = !stop_ends_the_pass_alone && !stop_breaks_off_the_pass_alone;
                if (!accepted_after_stop_returned) tokens.resize(old + i + 1);
                continue;
            }
            if (not_told_of_the_last_one && tokens.size() == limit) return result();
            const bool tells = !told_at_the_end && (!told_of_the_own_token_alone || is_own);
            if (tells && around.on_token(token) == bool(on_token_turned_round) && !on_token_ignored) {
                is_over = !false_ends_the_pass_alone && !false_breaks_off_the_pass_alone;
                if (false_noticed_after_the_pass) continue;
                left_the_loop = true;
                if (!accepted_after_false_returned) tokens.resize(old + i + 1);
                if (last_left_out_at_false) tokens.pop_back();
                continue;
            }
            if (is_last) {
                left_the_loop = true, is_over = !stop_ends_the_pass_alone && !stop_breaks_off_the_pass_alone;
                if (!accepted_after_stop_returned) tokens.resize(old + i + 1);
            }
        }
        if (is_over) return result();

        const std::size_t text_before = so_far.size();
        if (rejected_in_the_text) {
            so_far.insert(so_far.end(), guess.begin(), guess.end());
            so_far.push_back(accepted.back());
        } else if (stop_breaks_off_the_pass_alone || false_breaks_off_the_pass_alone) {
            so_far.insert(so_far.end(), tokens.begin() + static_cast<std::ptrdiff_t>(old), tokens.end());
        } else {
            so_far.insert(so_far.end(), accepted.begin(), accepted.end());
        }
        read = so_far.size() - 1;
        unread = {so_far.back()};
        if (accepted_read_again) {
            read = text_before;
            unread.assign(so_far.begin() + static_cast<std::ptrdiff_t>(text_before), so_far.end());
        }
        if (rejected_kept) read = all_read;
        if (own_token_kept || own_token_not_read) read += 1;
        if (own_token_not_read) unread.clear();
        if (keep_counts_new_tokens_alone) read -= std::min(read, prompt.size());
    }
    return result();
}

namespace {

struct EnoughSeen {};

/// The functions that call.hpp gives, without xtensor.
struct Watched {
    explicit Watched(Run& run) : run(run) {
        std::uint64_t number = 1;
        for (const auto id : prompt) number = after(number, id);
        for (const auto id : run.integers("writes")) {
            wants.emplace(number, id);
            number = after(number, id);
        }
    }

    static std::uint64_t after(std::uint64_t number, std::int64_t id) {
        return (number + static_cast<std::uint64_t>(id) + 2) * 0x9E3779B97F4A7C15u;
    }
    static std::string listed(const Tokens& ids) {
        std::string text;
        for (const auto id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
        return "{" + text + "}";
    }
    void add(std::string what) {
        if (events.size() == 100) throw EnoughSeen();
        events.emplace_back(std::move(what));
    }
    Tokens verify(std::size_t keep, const Tokens& ids) {
        add("verify(" + std::to_string(keep) + ", " + listed(ids) + ")");
        if (keep >= read.size() || ids.empty()) throw std::out_of_range("");
        read.resize(keep + 1);
        Tokens rows;
        for (const auto id : ids) {
            read.push_back(after(read.back(), id));
            const auto wanted = wants.find(read.back());
            const std::int64_t token =
                wanted == wants.end() ? static_cast<std::int64_t>((read.back() >> 40) % 10) : wanted->second;
            const bool as_likely = read.size() % 3 == 0 && static_cast<double>(token + 2) < run.number("vocabulary");
            rows.push_back(last_of_equal_logits && as_likely ? token + 2 : token);
        }
        return rows;
    }
    Tokens draft(const Tokens& so_far, std::size_t max_tokens) {
        Tokens guess;
        if (max_tokens == 0) return guess;
        const Tokens& guesses = run.integers("guesses");
        for (std::size_t i = std::max(so_far.size(), prompt.size()) - prompt.size();
             i < guesses.size() && guesses[i] >= 0 && guess.size() < max_tokens; ++i) {
            guess.push_back(guesses[i]);
        }
        add("draft(" + listed(so_far) + ", " + std::to_string(max_tokens) + ") = " + listed(guess));
        return guess;
    }
    bool on_token(std::int64_t token) {
        const bool goes_on =
            !run.has("on_token_false_at") || static_cast<double>(++told) != run.number("on_token_false_at");
        add("on_token(" + std::to_string(token) + ") = " + (goes_on ? "true" : "false"));
        return goes_on;
    }

    Run& run;
    const Tokens& prompt = run.integers("prompt");
    std::map<std::uint64_t, std::int64_t> wants = {};
    std::vector<std::uint64_t> read{1};
    Values events = {};
    std::size_t told = 0;
};

}  // namespace

static Values speculative_generate(Run& run) {
    Watched watched(run);
    Values tokens;
    const auto limit = static_cast<std::size_t>(std::get<std::int64_t>(run.call["max_new_tokens"].is));
    try {
        for (const auto token : speculated(watched, run.integers("prompt"), limit, run.integers("stop")))
            tokens.emplace_back(token);
    } catch (const EnoughSeen&) {  // what has happened until then says it
    }
    return {watched.events, tokens};
}
