#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static constexpr float infinity = std::numeric_limits<float>::infinity();
static constexpr float nan_ = std::numeric_limits<float>::quiet_NaN();

/// Guesses 2 and 0 are the model's own in the chapter's example, and 3 is not; with another number in row r.
static grader::Call by_hand_with(std::size_t r, std::size_t token, float number, bool all = false) {
    auto call = grader::fixture(all ? "by-hand-all" : "by-hand").call;
    auto logits = std::get<Floats>(call["logits"].is);
    logits.row(r)[token] = number;
    call.set("logits", logits);
    return call;
}

QUESTION(
    "the chapter's three guesses: two stay, and the third is replaced", "章节里的三个猜测：前两个留下，第三个被换掉") {
    grade("by-hand");
}

QUESTION("all guesses stay: one more token comes after them", "猜测全部留下：后面再多一个 token") {
    grade("by-hand-all");
    grade("one-kept");
}

QUESTION("no guesses: the model's own token", "没有猜测：只有模型自己的 token") { grade("none"); }

QUESTION("the first guess is rejected: one token", "第一个猜测就不对：只有一个 token") {
    grade("one-rejected");
    grade("first-rejected");
}

QUESTION("only the last guess is rejected: no token comes after its replacement",
    "只有最后一个猜测不对：换掉它之后不再多一个") {
    grade("last-rejected");
}

QUESTION("guesses after a rejected one do not count, though they agree", "不对的猜测之后，即使对得上也不算") {
    grade("first-rejected-rest-agrees");
    grade("middle-rejected-rest-agrees");
    grade("two-rejected");
    grade("every-second");
}

QUESTION(
    "guesses that agree with the row before or after their own", "猜测和前一行、后一行对得上，和自己那一行对不上") {
    grade("shifted-down");
    grade("shifted-up");
}

QUESTION("the same token several times, token 0, and the last token of the vocabulary",
    "同一个 token 连着几次；token 0；词表的最后一个 token") {
    grade("same-token");
    grade("token-zero");
    grade("zero-at-the-end");
    grade("last-token");
}

QUESTION("ties go to the lowest id", "logit 相等时取最小的 id") { grade("ties"); }

QUESTION("a guess with as large a logit, but a higher id, is rejected", "猜测的 logit 一样大，但 id 更大：被拒绝") {
    grade("tie-guessed-higher");
}

QUESTION("a guess whose logit is very little smaller is rejected", "猜测的 logit 只小一点点：被拒绝") {
    grade("nearly-as-large");
    grade("last-bit");
}

QUESTION("logits below 0, logits close together, and very large ones", "负的 logit，很接近的，以及很大的") {
    grade("negative");
    grade("far-below-0");
    grade("tiny");
    grade("fractions");
    grade("large");
}

QUESTION("some logits are -inf", "有些 logit 是 -inf") { grade("some-hidden"); }

QUESTION("a row of -inf: token 0", "一行全是 -inf：token 0") {
    grade("all-hidden");
    grade("all-hidden-at-the-end");
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

QUESTION("a guess that is no token is rejected, and nothing is thrown", "猜测不是词表里的 token：被拒绝，但不抛异常") {
    grade("outside");
    grade("outside-by-one");
    grade("outside-negative");
}

QUESTION("a guess that agrees in its lower 16 bits only", "只有低 16 位对得上的猜测") { grade("outside-of-16-bits"); }

QUESTION("a guess that agrees in its lower 32 bits only", "只有低 32 位对得上的猜测") { grade("outside-of-32-bits"); }

QUESTION("NaN and +inf in rows that are not looked at", "不看的行里有 NaN 和 +inf") { grade("unread-infinity"); }

QUESTION("a NaN two rows or more after the rejected guess's row", "NaN 在被拒绝的猜测那一行之后，隔了至少一行") {
    grader::Values outputs;
    outputs.emplace_back(grader::Values{3});
    grade(by_hand_with(0, 2, -5), outputs);
}

QUESTION("up to 13 guesses, up to 20 tokens", "最多 13 个猜测，最多 20 个 token") {
    for (const char* name : {"random-0", "random-1", "random-2", "random-3", "random-4", "random-5"}) grade(name);
}

QUESTION("Qwen2's vocabulary of 151,936", "Qwen2 的词表，151936 个 token") {
    grade("qwen2");
    grade("qwen2-all");
}

QUESTION("a NaN in the first row is refused", "第一行有 NaN：抛出异常") {
    for (const std::size_t token : {0, 1, 3}) refuses(by_hand_with(0, token, nan_));
    refuses(by_hand_with(0, 2, nan_));
}

QUESTION("a NaN in a row whose guess would stay is refused", "猜测本来会留下的那一行有 NaN：抛出异常") {
    for (const std::size_t token : {1, 3}) refuses(by_hand_with(1, token, nan_));
}

QUESTION("a NaN in the row of the first rejected guess is refused", "第一个不对的猜测那一行有 NaN：抛出异常") {
    for (const std::size_t token : {0, 2, 3}) refuses(by_hand_with(2, token, nan_));
}

QUESTION("a NaN in the last row is refused, where all guesses stay", "猜测全部留下时，最后一行有 NaN：抛出异常") {
    for (const std::size_t token : {0, 1, 2}) refuses(by_hand_with(3, token, nan_, true));
}

QUESTION("+inf is refused in each row that is looked at", "看的每一行里有 +inf：都抛出异常") {
    refuses(by_hand_with(0, 2, infinity));
    refuses(by_hand_with(1, 3, infinity));
    refuses(by_hand_with(2, 3, infinity));
    refuses(by_hand_with(3, 0, infinity, true));
}

QUESTION("without guesses NaN and +inf are refused, too", "没有猜测时，NaN 和 +inf 同样抛出异常") {
    for (const float number : {nan_, infinity}) {
        refuses(with("none", {{"logits", Floats({1, 3}, std::vector<float>{1, 2, number})}}));
    }
}

QUESTION("too few rows are refused, and too many", "行数太少或太多：抛出异常") {
    for (const std::size_t rows : {3, 1, 0}) refuses(with("by-hand-all", {{"logits", zeros({rows, 4})}}));
    refuses(with("by-hand-all", {{"logits", zeros({5, 4})}}));
    refuses(with("none", {{"logits", zeros({2, 4})}}));
}

QUESTION("logits without exactly two axes are refused", "logits 不是二维：抛出异常") {
    for (const auto& shape : {std::vector<std::size_t>{4}, {16}, {4, 4, 1}, {1, 4, 4}, {4, 2, 2}}) {
        refuses(with("by-hand-all", {{"logits", zeros(shape)}}));
    }
    refuses(with("none", {{"logits", zeros({4})}}));
}

QUESTION("an empty vocabulary is refused", "词表为空：抛出异常") {
    refuses(with("none", {{"logits", zeros({1, 0})}}));
    refuses(with("by-hand", {{"logits", zeros({4, 0})}}));
}
