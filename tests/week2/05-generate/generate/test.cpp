#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::fixture;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;

// What happens is compared first, call by call: next(ids), choose(logits of which call of next, so_far) = token,
// on_token(token) = whether to go on. `choices` are the tokens that choose chooses, one after the other.

QUESTION("a prompt of three and three new tokens, as in the chapter", "三个 token 的提示词，生成三个，同章节里的例子") {
    grade("by-hand");
}

QUESTION(
    "one new token: the model is asked once, with the whole prompt", "只生成一个：模型只问一次，整个提示词一起给") {
    grade("one");
}

QUESTION("no new tokens: nothing is called", "一个也不生成：什么也不调用") { grade("none"); }

QUESTION("a prompt of one token", "提示词只有一个 token") { grade("one-token-prompt"); }

QUESTION("a prompt of two, two new tokens", "两个 token 的提示词，生成两个") { grade("two-and-two"); }

QUESTION("a prompt longer than what comes after", "提示词比后面生成的长") { grade("long-prompt"); }

QUESTION("a prompt shorter than what comes after", "提示词比后面生成的短") { grade("long"); }

QUESTION("a stop token ends the text: it is returned, but on_token is not called with it",
    "遇到停止 token 就结束：它在结果里，但不传给 on_token") {
    grade("stopped");
}

QUESTION("the first new token is a stop token", "第一个新 token 就是停止 token") { grade("stopped-at-once"); }

QUESTION("the last token there is room for is a stop token", "最后一个还能生成的正好是停止 token") {
    grade("stopped-at-the-limit");
    grade("stopped-at-one");
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

QUESTION("a token that 32 bits cannot hold: choose may return any id", "32 位放不下的 token：choose 可以返回任何 id") {
    grade("large-id");
    grade("large-id-in-the-prompt");
    grade("large-id-stops");
}

QUESTION("on_token returns false: the text ends, with that token in it",
    "on_token 返回 false：到此结束，这个 token 在结果里") {
    grade("ended");
}

QUESTION("on_token returns false to the first token", "on_token 对第一个 token 就返回 false") {
    grade("ended-at-once");
}

QUESTION("on_token returns false to the last token there is room for", "on_token 对最后一个还能生成的返回 false") {
    grade("ended-at-the-limit");
}

QUESTION("on_token and stop tokens: whichever comes first", "on_token 与停止 token：先到的算数") {
    grade("ended-before-stop");
    grade("stopped-before-end");
}

QUESTION("a limit that is never reached may be as large as you like", "达不到的上限可以任意大") {
    const auto expected = fixture("stopped").outputs;
    for (const std::int64_t most :
        {std::int64_t{1} << 32, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
        grade(with("stopped", {{"max_new_tokens", most}}), expected);  // -1 becomes the largest std::size_t
    }
}

QUESTION("thirty new tokens, a prompt of 70,000, and ids below 0", "生成三十个；70000 个 token 的提示词；负的 id") {
    const auto gives = [](const std::vector<std::int64_t>& prompt, const std::vector<std::int64_t>& choices) {
        const auto listed = [](const auto& ids) {
            std::string text;
            for (const std::int64_t id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
            return "{" + text + "}";
        };
        grader::Values happened, tokens;
        std::vector<std::int64_t> so_far = prompt, ids = prompt;
        for (std::size_t n = 0; n < choices.size(); ++n) {
            const std::string token = std::to_string(choices[n]);
            happened.emplace_back("next(" + listed(ids) + ")");
            happened.emplace_back("choose(logits " + std::to_string(n + 1) + ", " + listed(so_far) + ") = " + token);
            happened.emplace_back("on_token(" + token + ") = true");
            tokens.emplace_back(choices[n]);
            so_far.push_back(choices[n]);
            ids = {choices[n]};
        }
        grade(
            with("no-stop", {{"prompt", Integers({prompt.size()}, prompt)},
                                {"choices", Integers({choices.size()}, choices)}, {"max_new_tokens", choices.size()}}),
            {happened, tokens});
    };
    std::vector<std::int64_t> choices(30);
    for (std::size_t n = 0; n < choices.size(); ++n) choices[n] = static_cast<std::int64_t>(n * n % 11);
    gives({3}, choices);
    gives({3, 4}, {-1, 6, -12});
    gives(std::vector<std::int64_t>(70'000, 3), {5, 6});
}

QUESTION("an empty prompt is refused", "提示词为空时拒绝") {
    refuses(with("by-hand", {{"prompt", Integers({0}, 0)}}));
    refuses(with("none", {{"prompt", Integers({0}, 0)}}));
}
