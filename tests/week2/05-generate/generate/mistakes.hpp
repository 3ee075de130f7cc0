#pragma once
// What people get wrong in generate, and the function that gets it wrong.
#include <algorithm>
#include <string>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Run, grader::Values;

MISTAKE(asked_once_more,
    "Where the limit ends the text, next is told the last token too, though nothing follows it. Call next only when another token is wanted.",
    "由上限结束时，最后一个 token 也交给了 next，可后面什么也没有了。还要生成下一个时才调用。");
MISTAKE(asked_at_the_end,
    "next is called as if before the loop and at the end of each round: for no token at all, and once more where the limit ends the text. Call it at the beginning of a round.",
    "next 好像是在循环之前调用一次，又在每一轮的末尾调用：一个 token 都不要时也问了，由上限结束时又多问一次。请在每一轮的开头调用。");
MISTAKE(cut_to_32_bits,
    "Tokens are cut to 32 bits, so that 2^32 + 1 becomes 1. A TokenId has 64 bits: write TokenId, not int.",
    "token 被截成了 32 位，2^32 + 1 于是成了 1。TokenId 有 64 位：请写 TokenId，不要写 int。");
MISTAKE(empty_prompt_accepted, "An empty prompt is accepted. Refuse it: there is nothing that a token could follow.",
    "接受了空的提示词。应当拒绝：第一个 token 没有可以接的东西。");
MISTAKE(empty_prompt_accepted_for_none,
    "An empty prompt is accepted when no token is asked for. It should be refused all the same: check it first.",
    "不用生成 token 时接受了空的提示词。这时也要拒绝：先检查它。");
MISTAKE(first_stop_token_alone, "Only the first of the stop tokens ends the text. Each of them does.",
    "只有第一个停止 token 能让文字结束。哪一个都应当能。");
MISTAKE(last_left_out_at_false,
    "The token to which on_token says false is missing from the result. It has been generated: return it.",
    "on_token 返回 false 的那个 token 不在结果里。它已经生成了，要返回。");
MISTAKE(last_of_prompt_apart,
    "The last token of the prompt is given to next in a call of its own. Give it the whole prompt in one call.",
    "提示词的最后一个 token 是另外一次调用交给 next 的。应在一次调用里给出整个提示词。");
MISTAKE(last_of_prompt_withheld,
    "The first call of next lacks the prompt's last token: the first new token is the one that follows the whole prompt.",
    "第一次调用 next 时少了提示词的最后一个 token：第一个新 token 要接在整个提示词之后。");
MISTAKE(last_stop_token_alone, "Only the last of the stop tokens ends the text. Each of them does.",
    "只有最后一个停止 token 能让文字结束。哪一个都应当能。");
MISTAKE(likeliest_chosen, "The largest logit is taken, and choose is never called. Let choose pick the token.",
    "取的是最大的 logit，没有调用 choose。token 应由 choose 来选。");
MISTAKE(limit_as_int,
    "max_new_tokens becomes an int, which cannot hold it: a large limit can turn into 0 or a negative one. Keep std::size_t.",
    "max_new_tokens 转成了 int，装不下：很大的上限可能变成 0 或负数。请保留 std::size_t。");
MISTAKE(limit_ignored, "The text goes on after max_new_tokens tokens. End it there.",
    "够了 max_new_tokens 个 token 也没有结束。应到此为止。");
MISTAKE(limit_with_the_prompt,
    "The prompt counts towards the limit. max_new_tokens counts only new ones; with the prompt it would be max_length.",
    "把提示词也算进了上限。max_new_tokens 只数新生成的；连提示词一起数的那个叫 max_length。");
MISTAKE(limit_wraps,
    "max_new_tokens of 0 is no limit: perhaps 1 is subtracted from it, which gives the largest std::size_t. Compare without subtracting: tokens.size() < max_new_tokens.",
    "max_new_tokens 为 0 时没有了上限：也许从它减了 1，成了最大的 std::size_t。比较时不要减：tokens.size() < max_new_tokens。");
MISTAKE(logits_of_the_first_call,
    "choose is given the logits of the first call each time. Each token is chosen by the newest logits.",
    "每次交给 choose 的都是第一次调用得到的 logits。每个 token 都要按最新的 logits 来选。");
MISTAKE(new_tokens_each_time, "next gets all new tokens each time. It has a cache and remembers: give only the newest.",
    "每次都把所有新 token 交给 next。它有缓存，记得前面的：每次只给最新的一个。");
MISTAKE(on_token_ignored, "What on_token says is not looked at. False ends the text.",
    "没有理会 on_token 的返回值。返回 false 就该结束。");
MISTAKE(on_token_turned_round, "on_token is taken the wrong way round: on true go on, on false end the text.",
    "把 on_token 的意思弄反了：true 是继续，false 才是结束。");
MISTAKE(one_too_few, "One token less than max_new_tokens is generated.", "比 max_new_tokens 少生成了一个。");
MISTAKE(one_too_many, "One token more than max_new_tokens is generated, as with <= where < belongs.",
    "比 max_new_tokens 多生成了一个，比如该写 < 的地方写成了 <=。");
MISTAKE(prompt_each_time,
    "next is told the prompt each time, and never a new token. After the prompt, tell it the newest token.",
    "每次交给 next 的都是提示词，新 token 一个也没给。提示词之后，要给它最新的 token。");
MISTAKE(prompt_in_the_result, "The prompt is in the result. Return only the new tokens.",
    "结果里有提示词。只返回新生成的 token。");
MISTAKE(prompt_token_by_token,
    "The prompt goes through next token by token. Give it the whole prompt in one call: that is what makes it fast.",
    "提示词是一个 token 一个 token 交给 next 的。应在一次调用里给出整个提示词：这样才快。");
MISTAKE(room_for_the_limit,
    "Memory for max_new_tokens tokens is reserved at once. The limit may be huge and never reached: let the vector grow.",
    "一开始就按 max_new_tokens 预留了内存。上限可以很大却根本达不到：让 vector 自己增长就好。");
MISTAKE(so_far_is_the_prompt, "choose gets only the prompt, each time. so_far grows by each new token.",
    "每次告诉 choose 的都只有提示词。so_far 要随着每个新 token 变长。");
MISTAKE(so_far_is_what_next_was_told,
    "choose is told what next was told. next remembers, choose does not: it has to be given the whole text each time.",
    "告诉 choose 的和告诉 next 的一样。next 有记忆，choose 没有：每次都要把整段文字给它。");
MISTAKE(so_far_one_behind,
    "so_far lacks the newest token when choose is called. Add each token before the next one is chosen.",
    "调用 choose 时 so_far 里少了最新的 token。选下一个之前，要先把它加进去。");
MISTAKE(so_far_without_the_prompt,
    "choose gets only the new tokens. so_far is the whole text, and the prompt is its beginning.",
    "只把新 token 告诉了 choose。so_far 是整段文字，开头就是提示词。");
MISTAKE(
    stop_ignored, "Stop tokens are ignored: the text goes on after them.", "没有理会停止 token：后面还在继续生成。");
MISTAKE(stop_looked_for_in_the_prompt,
    "A stop token at the end of the prompt ends the text before it has begun. Only new tokens end it: chat prompts are full of stop tokens.",
    "提示词末尾的停止 token 让文字还没开始就结束了。只有新 token 才会让它结束：对话的提示词里到处都是停止 token。");
MISTAKE(stop_looked_for_in_the_whole_text,
    "Stop tokens are looked for in the whole text, so one in the prompt ends it after the first new token. Only the new token is to be compared: chat prompts are full of stop tokens.",
    "在整段文字里找停止 token，于是提示词里有一个，第一个新 token 之后就结束了。应当只看新 token：对话的提示词里到处是停止 token。");
MISTAKE(stop_searched_as_if_sorted,
    "Some of the stop tokens do not end the text: they are looked for as if they were sorted, as std::binary_search and std::lower_bound do it. They come in any order: use std::find.",
    "有些停止 token 没有让文字结束：查找时当作它们已经排好了序，std::binary_search 和 std::lower_bound 就是这样找的。停止 token 的次序是任意的：请用 std::find。");
MISTAKE(stop_token_left_out,
    "The token that ended the text is missing from the result. Return it too; on_token alone is not called with it.",
    "结果里少了让文字结束的那个 token。它也要返回，只是不告诉 on_token。");
MISTAKE(told_at_the_end,
    "on_token is told of all tokens at the end. It is to be told of each as it comes, so that the text can be read at once and ended.",
    "到最后才把所有 token 告诉 on_token。应当生成一个就告诉一个，这样才能边生成边看，也才能中途结束。");
MISTAKE(told_of_the_stop_token,
    "on_token is called with the token that ends the text. It should get only the others: check for stop first.",
    "让文字结束的那个 token 也告诉了 on_token。on_token 只听其他的：先检查 stop。");
MISTAKE(whole_text_each_time,
    "next gets the whole text each time. It has a cache and remembers: after the prompt, give it only the newest token.",
    "每次都把整段文字交给 next。它有缓存，记得前面的：提示词之后，每次只给最新的一个 token。");
MISTAKE(whole_text_returned,
    "The whole text is returned, with the prompt, but without the token that ended it. Return only the new tokens.",
    "返回的是整段文字，里面有提示词，却没有让文字结束的那个 token。只返回新生成的 token。");
MISTAKE(zero_reads_the_prompt,
    "With max_new_tokens 0 next is given the prompt all the same. Nothing is called then: look at the limit first.",
    "max_new_tokens 为 0 时，还是把提示词传给了 next。这时什么都不应调用：先检查上限。");
MISTAKE(zero_asks, "With max_new_tokens 0 next is called all the same. Look at the limit before the first call.",
    "max_new_tokens 为 0 时还是调用了 next。应在第一次调用之前就检查上限。");

using Tokens = std::vector<std::int64_t>;

/// What `around` gives is called: next, choose and on_token.
template <class Around>
static Tokens generated(Around& around, const Tokens& prompt, std::size_t limit, const Tokens& stop) {
    if (empty_prompt_accepted_for_none && limit == 0) return {};
    if (prompt.empty() && !empty_prompt_accepted) throw std::invalid_argument("");
    if (room_for_the_limit && limit > std::size_t{1} << 31) throw std::length_error("");

    const auto ends = [&](std::int64_t token) {
        if (stop.empty()) return false;
        return first_stop_token_alone       ? token == stop.front()
               : last_stop_token_alone      ? token == stop.back()
               : stop_searched_as_if_sorted ? std::binary_search(stop.begin(), stop.end(), token)
                                            : std::find(stop.begin(), stop.end(), token) != stop.end();
    };
    Tokens tokens, so_far = prompt, ids = prompt;
    if (last_of_prompt_withheld && !ids.empty()) ids.pop_back();
    const auto goes_on = [&](std::size_t done) {
        if (zero_asks && done == 0) return true;
        if (stop_looked_for_in_the_prompt && !so_far.empty() && ends(so_far.back())) return false;
        const std::size_t n = limit_with_the_prompt ? so_far.size() : tokens.size();
        return limit_ignored  ? limit > 0
               : limit_as_int ? static_cast<int>(done) < static_cast<int>(limit)
               : limit_wraps  ? n <= limit - 1
               : one_too_many ? n <= limit
               : one_too_few  ? n + 1 < limit
                              : n < limit;
    };
    decltype(around.next(ids)) logits, first;
    const bool at_the_end = asked_once_more || asked_at_the_end;
    if (limit == 0 && zero_reads_the_prompt) around.next(ids);
    if (asked_at_the_end || (asked_once_more && limit > 0)) logits = around.next(ids);

    for (std::size_t done = 0; goes_on(done); ++done) {
        if (prompt_token_by_token && !ids.empty()) {
            for (std::size_t i = 0; i + 1 < ids.size(); ++i) around.next({ids[i]});
            ids = {ids.back()};
        }
        if (last_of_prompt_apart && ids.size() > 1) {
            around.next({ids.begin(), ids.end() - 1});
            ids = {ids.back()};
        }
        if (!at_the_end) logits = around.next(ids);
        if (done == 0) first = logits;
        if (logits_of_the_first_call) logits = first;

        Tokens seen = so_far_without_the_prompt ? tokens : so_far_is_what_next_was_told ? ids : so_far;
        if (so_far_one_behind && done > 0 && !seen.empty()) seen.pop_back();
        std::int64_t token = likeliest_chosen ? std::max_element(logits.begin(), logits.end()) - logits.begin()
                                              : around.choose(logits, seen);
        if (cut_to_32_bits) token = static_cast<int>(token);

        bool is_last = !stop_ignored && ends(token);
        if (stop_looked_for_in_the_whole_text) is_last = is_last || std::any_of(so_far.begin(), so_far.end(), ends);
        if (stop_token_left_out && is_last && !told_of_the_stop_token) break;
        tokens.push_back(token);
        if (is_last && !told_of_the_stop_token) break;
        if (!told_at_the_end && around.on_token(token) == bool(on_token_turned_round) && !on_token_ignored) {
            if (last_left_out_at_false || (stop_token_left_out && is_last)) tokens.pop_back();
            break;
        }
        if (stop_token_left_out && is_last) tokens.pop_back();
        if (is_last) break;
        if (!so_far_is_the_prompt) so_far.push_back(token);
        if (!prompt_each_time) ids = whole_text_each_time ? so_far : new_tokens_each_time ? tokens : Tokens{token};
        if (at_the_end) logits = around.next(ids);
    }
    if (told_at_the_end)
        for (std::size_t i = prompt.size(); i < so_far.size() && around.on_token(so_far[i]); ++i) {
        }
    if (whole_text_returned) return so_far;
    if (prompt_in_the_result) tokens.insert(tokens.begin(), prompt.begin(), prompt.end());
    return tokens;
}

namespace {

struct EnoughSeen {};

/// The functions that call.hpp gives, without xtensor.
struct Watched {
    Run& run;
    const Tokens& choices = run.integers("choices");
    Values events = {};
    std::size_t asked = 0, told = 0;

    static std::string listed(const Tokens& ids) {
        std::string text;
        for (const auto id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
        return "{" + text + "}";
    }
    void add(std::string what) {
        if (events.size() == 100) throw EnoughSeen();
        events.emplace_back(std::move(what));
    }
    Floats next(const Tokens& ids) {
        add("next(" + listed(ids) + ")");
        const auto place = static_cast<std::uint64_t>(choices.at(std::min(asked, choices.size() - 1))) % 10;
        Floats logits({10}, 0.0f);
        logits.values[place] = -static_cast<float>(++asked);
        logits.values[(place + 1) % 10] = 5;
        return logits;
    }
    std::int64_t choose(const Floats& logits, const Tokens& so_far) {
        const auto lowest = std::min_element(logits.begin(), logits.end());
        const std::size_t n = lowest == logits.end() ? 0 : static_cast<std::size_t>(-*lowest);
        const std::int64_t token = n ? choices.at(std::min(n, choices.size()) - 1) : 0;
        add("choose(" + (n ? "logits " + std::to_string(n) : "other logits") + ", " + listed(so_far) +
            ") = " + std::to_string(token));
        return token;
    }
    bool on_token(std::int64_t token) {
        const bool goes_on =
            !run.has("on_token_false_at") || static_cast<double>(++told) != run.number("on_token_false_at");
        add("on_token(" + std::to_string(token) + ") = " + (goes_on ? "true" : "false"));
        return goes_on;
    }
};

}  // namespace

static Values generate(Run& run) {
    Watched watched{run};
    Values tokens;
    const auto limit = static_cast<std::size_t>(std::get<std::int64_t>(run.call["max_new_tokens"].is));
    try {
        for (const auto token : generated(watched, run.integers("prompt"), limit, run.integers("stop")))
            tokens.emplace_back(token);
    } catch (const EnoughSeen&) {  // what has happened until then says it
    }
    return {watched.events, tokens};
}
