#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::fixture;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;

// What happens is compared first, call by call: draft(so_far, max_tokens) = guess, verify(keep, ids), on_token(token) = whether to
// go on. The model writes `writes` as long as it has read just the prompt and the beginning of that, and something else where any
// token of its memory is another; draft guesses what `guesses` has in the same places, up to a -1.

QUESTION("a prompt of three and six new tokens in three passes, as in the chapter",
    "三个 token 的提示词，三遍生成六个，同章节里的例子") {
    grade("by-hand");
}

QUESTION("no guesses at all: one token for each pass, as generate", "什么都不猜：一遍一个 token，和 generate 一样") {
    grade("no-guess");
}

QUESTION("one new token: no guess could be used", "只生成一个：猜了也用不上") { grade("one"); }

QUESTION("two new tokens: one guess", "生成两个：猜一个") { grade("two"); }

QUESTION("no new tokens: nothing is called", "一个也不生成：什么也不调用") { grade("none"); }

QUESTION("all guesses right: one pass", "全部猜对：一遍就够") { grade("all-right"); }

QUESTION("all guesses right, a few for each pass: the model's own token follows each time",
    "每遍猜几个，全都猜对：后面每次都跟着模型自己的 token") {
    grade("all-right-in-pieces");
}

QUESTION("the first guess is wrong", "第一个猜测就错了") { grade("first-wrong"); }

QUESTION("all guesses are wrong: as many passes as without", "全部猜错：遍数和不猜时一样") { grade("all-wrong"); }

QUESTION("a right guess after a wrong one is not used", "错的后面又猜对的也不用") { grade("right-after-wrong"); }

QUESTION("the last guess is wrong", "最后一个猜测错了") { grade("last-wrong"); }

QUESTION("passes with guesses and passes without", "有的遍有猜测，有的没有") {
    grade("guess-then-none");
    grade("none-then-guess");
}

QUESTION("a prompt of one token", "提示词只有一个 token") { grade("one-token-prompt"); }

QUESTION("a prompt longer than what comes after", "提示词比后面生成的长") { grade("long-prompt"); }

QUESTION("a prompt shorter than what comes after", "提示词比后面生成的短") { grade("long"); }

QUESTION("the model's own token is a stop token: it is returned, but on_token is not called with it",
    "模型自己的 token 是停止 token：它在结果里，但不传给 on_token") {
    grade("stopped");
}

QUESTION(
    "an accepted guess is a stop token: nothing after it is returned", "已接受的猜测是停止 token：它后面的都不返回") {
    grade("stopped-by-a-guess");
    grade("stopped-by-the-last-guess");
    grade("stopped-by-a-later-guess");
}

QUESTION("the first new token is a stop token, guessed or not", "第一个新 token 就是停止 token，猜到了或没猜到") {
    grade("stopped-by-the-first-guess");
    grade("stopped-at-once");
}

QUESTION("the last token there is room for is a stop token", "上限内的最后一个正好是停止 token") {
    grade("stopped-at-the-limit");
}

QUESTION("a rejected guess that is a stop token ends nothing", "被拒绝的猜测是停止 token 时不会结束") {
    grade("rejected-stop");
}

QUESTION("a stop token in the place of a wrong guess, and the same token guessed after it",
    "猜错的那个位置本该是停止 token，后面又猜到了这个停止 token") {
    grade("stop-instead-of-the-guess");
}

QUESTION("several stop tokens: each ends the text", "有几个停止 token：遇到哪个都结束") {
    grade("first-of-stop");
    grade("second-of-stop");
    grade("last-of-stop");
}

QUESTION("stop tokens in no particular order: one from the middle ends the text, and so do the first and the last",
    "停止 token 没有排序：中间的、第一个、最后一个都能让文字结束") {
    grade("stop-between");
    grade("stop-in-front");
    grade("stop-behind");
}

QUESTION("no stop tokens", "没有停止 token") { grade("no-stop"); }

QUESTION("stop tokens in the prompt end nothing", "提示词里的停止 token 不会让它结束") { grade("stop-in-prompt"); }

QUESTION("the same token again and again", "总是同一个 token") { grade("alike"); }

QUESTION("token 0 is a token like any other", "token 0 和别的 token 一样") { grade("token-zero"); }

QUESTION("on_token returns false to a guess: the text ends, with that guess in it and nothing after it",
    "on_token 对某个猜测返回 false：到此结束，这个猜测在结果里，它后面的不在") {
    grade("ended");
    grade("ended-later");
}

QUESTION("on_token returns false to the first token", "on_token 对第一个 token 就返回 false") {
    grade("ended-at-once");
}

QUESTION("on_token returns false to the model's own token, and to the last one there is room for",
    "on_token 对模型自己的 token 返回 false；对上限内的最后一个返回 false") {
    grade("ended-at-the-own-token");
    grade("ended-at-the-limit");
}

QUESTION("on_token and stop tokens: whichever comes first", "on_token 与停止 token：先到的算数") {
    grade("ended-before-stop");
    grade("stopped-before-end");
}

QUESTION("a vocabulary of 151,936, and a prompt with a token that 32 bits cannot hold",
    "151936 个 token 的词表；提示词里有 32 位放不下的 token") {
    grade("real-vocabulary");
    grade("large-id-in-the-prompt");
}

QUESTION("a limit that is never reached may be as large as you like", "达不到的上限可以任意大") {
    for (const std::int64_t most :
        {std::int64_t{1} << 32, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
        // -1 becomes the largest std::size_t.
        const auto asked = [&](std::size_t done) { return std::to_string(static_cast<std::size_t>(most) - done - 1); };
        const grader::Values happened{"draft({5, 2, 7}, " + asked(0) + ") = {3, 1}", "verify(0, {5, 2, 7, 3, 1})",
            "on_token(3) = true", "on_token(1) = true", "on_token(4) = true",
            "draft({5, 2, 7, 3, 1, 4}, " + asked(3) + ") = {1, 8, 9, 2, 6}", "verify(5, {4, 1, 8, 9, 2, 6})",
            "on_token(1) = true"};
        grader::Values tokens;
        for (const std::int64_t token : {3, 1, 4, 1, 5}) tokens.emplace_back(token);
        grade(with("by-hand", {{"max_new_tokens", most}, {"stop", Integers({1}, 5)}}), {happened, tokens});
    }
}

QUESTION("a prompt of 70,000 tokens, with guesses", "70000 个 token 的提示词，也有猜测") {
    const std::vector<std::int64_t> prompt(70'000, 3);
    std::string text;
    for (std::size_t i = 0; i < prompt.size(); ++i) text += i == 0 ? "3" : ", 3";
    const grader::Values happened{"draft({" + text + "}, 3) = {3, 1}", "verify(0, {" + text + ", 3, 1})",
        "on_token(3) = true", "on_token(1) = true", "on_token(4) = true", "verify(70002, {4})", "on_token(1) = true"};
    grader::Values tokens;
    for (const std::int64_t token : {3, 1, 4, 1}) tokens.emplace_back(token);
    grade(with("by-hand", {{"prompt", Integers({prompt.size()}, prompt)}, {"max_new_tokens", std::int64_t{4}}}),
        {happened, tokens});
}

QUESTION("an empty prompt is refused", "提示词为空时拒绝") {
    refuses(with("by-hand", {{"prompt", Integers({0}, 0)}}));
    refuses(with("none", {{"prompt", Integers({0}, 0)}}));
}
