#include "setup.hpp"

#include <cmath>
#include <limits>

#include "grader/questions.hpp"
#include "grader/uniform.hpp"

using grader::Call;
using grader::Floats;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::Value;
using grader::Values;
using grader::with;
using grader::zeros;

static Floats rows(std::size_t n, const std::vector<float>& numbers) {
    return Floats({n, numbers.size() / n}, numbers);
}
static Integers ids(const std::vector<std::int64_t>& ids) { return Integers({ids.size()}, ids); }

/// One guess; what it becomes, and how many draws are made.
static void gives(std::int64_t guess, const std::vector<float>& q, const std::vector<float>& p,
    const std::vector<float>& next, const Values& us, const Values& tokens) {
    std::vector<float> both = p;
    both.insert(both.end(), next.begin(), next.end());
    grade(with("by-hand", {{"draft", ids({guess})}, {"draft_probabilities", rows(1, q)},
                              {"probabilities", rows(2, both)}, {"us", us}}),
        {Value(tokens), 2});
}

/// The largest double below 1.
constexpr double below_one = 1 - std::numeric_limits<double>::epsilon() / 2;
constexpr grader::Tolerance exactly{0, 1e-12};

/// Guesses are drawn from q, and each u takes all values of a grid. What comes of it is known exactly: the first token is
/// distributed as p0 says, and after each text that stays so is the next one.
static void is_distributed(std::size_t grid, const Floats& q0, const Floats& p0, const Floats& p1,
    const Floats& q1 = {}, const Floats& p2 = {}) {
    Call call{"", {{"q0", q0}, {"p0", p0}, {"p1", p1}, {"grid", static_cast<std::int64_t>(grid)}}};
    const std::size_t V = q0.size(), k = q1.size() > 0 ? 2 : 1;
    if (k > 1) call.set("q1", q1), call.set("p2", p2);
    Values first, second, third;
    for (std::size_t a = 0; a < V; ++a) {
        first.emplace_back(static_cast<double>(p0.values[a]));
        const double a_stays = std::min(q0.values[a], p0.values[a]);
        for (std::size_t b = 0; b < V; ++b) {
            const std::size_t ab = a * V + b;
            second.emplace_back(a_stays * p1.values[ab]);
            for (std::size_t c = 0; k > 1 && c < V; ++c)
                third.emplace_back(a_stays * std::min(q1.values[ab], p1.values[ab]) * p2.values[ab * V + c]);
        }
    }
    Values expected;
    expected.emplace_back(Value(first));
    expected.emplace_back(Value(second));
    if (k > 1) expected.emplace_back(Value(third));
    expected.emplace_back(0.0);
    grade(call, expected, exactly);
}

QUESTION("the chapter's guess is rejected: the rest decides", "章节里的猜测被拒绝：由剩下的部分决定") {
    grade("by-hand");
    grade("by-hand-other");
}

QUESTION("the chapter's guess stays: one more token comes after it", "章节里的猜测留下了：后面再抽一个 token") {
    grade("by-hand-kept");
}

QUESTION("a guess that the model finds likelier than the draft always stays", "模型给的概率比草稿高的猜测：总是留下") {
    grade("likelier");
    grade("as-likely");
}

QUESTION("a guess that the model finds impossible never stays", "模型认为不可能的猜测：总被拒绝") {
    grade("impossible");
}

QUESTION("u equal to p / q: rejected; just below: stays", "u 正好等于 p / q：被拒绝；只小一点点：留下") {
    grade("at-the-ratio");
    grade("at-the-ratio-quarter");
    grade("below-the-ratio");
}

QUESTION("u of 0: a guess that is possible stays, an impossible one does not", "u 为 0：可能的留下，不可能的被拒绝") {
    grade("zero");
    grade("zero-impossible");
    grade("zero-impossible-first");
}

QUESTION("a guess whose q is 0 is rejected, also with u of 0", "q 为 0 的猜测被拒绝，u 为 0 时也一样") {
    grade("not-drawn");
    grade("not-drawn-zero");
    grade("neither");
}

QUESTION("a draft that is certain, as ngram_draft's is: q is 1", "确定的草稿，q 是 1，就像 ngram_draft 那样") {
    grade("certain-kept");
    grade("certain-rejected");
}

QUESTION("what is drawn after a rejection: only where p is above q", "拒绝之后抽什么：只在 p 大于 q 的地方抽") {
    grade("rest-in-between");
    grade("rest-last");
    grade("rest-zero");
    grade("rest-small");
    grade("rest-tiny");
}

QUESTION("u equal to a running sum: the next token", "u 正好等于累加和：取下一个 token") {
    grade("rest-boundary");
    grade("last-boundary");
    grade("no-guess");
}

QUESTION("tokens without probability are not drawn, also with u of 0", "概率为 0 的 token 抽不到，u 为 0 时也一样") {
    grade("last-zero-first");
    grade("last-zero-between");
    grade("no-guess-first");
}

QUESTION("the whole sum is at or below u: the last token that is possible", "总和不大于 u：取最后一个可能的 token") {
    grade("sum-below-one");
    grade("sum-below-one-not-last");
    grade("sum-below-one-at-once");
    // Possible, though hardly ever.
    grade(with("sum-below-one-at-once",
              {{"probabilities", rows(1, {0.5f, 0.25f, 0x1p-22f, 0})}, {"us", Values{Value(1 - 0x1p-24)}}}),
        {Value(Values{2}), Value(1)});
}

QUESTION("what is left after a rejection sums to u or less: the last token that is possible",
    "拒绝之后剩下的部分，总和不超过 u：取最后一个可能的 token") {
    // As doubles the sum of 1/n, n times, is below 1 by as much as u is, or more. How it is formed decides at which n.
    for (const std::size_t n : {6, 10, 14, 27, 38, 54, 59}) {
        std::vector<float> q(n + 2, 0.0f), p(n + 2, 0x1p-6f), next(n + 2, 1.0f / static_cast<float>(n + 2));
        q[0] = 1;
        p[0] = p[n + 1] = 0;
        const Values us{0.5, below_one}, tokens{n};
        gives(0, q, p, next, us, tokens);
    }
}

QUESTION("nothing is left after a rejection, because q sums to more than 1: p decides",
    "q 的总和大于 1，拒绝之后什么也没剩下：由 p 决定") {
    grade("nothing-left");
    grade("nothing-left-after-the-guess");
    grade("nothing-left-last");
    grade("nothing-left-first");
    grade("nothing-left-guess");
}

QUESTION("q sums to more than 1, and something is left", "q 的总和大于 1，但还有剩下的") {
    grade("more-than-one");
    grade("more-than-one-kept");
}

QUESTION("no guesses: one token, from p", "没有猜测：从 p 抽一个 token") {
    grade("no-guess");
    grade("no-guess-first");
}

QUESTION(
    "a guess is rejected: later rows are not read, and hold NaN here", "猜测被拒绝：后面的行不读，这里填的是 NaN") {
    grade("rejected-unread");
    grade("first-of-three");
}

QUESTION("three guesses, of which the second or the third is rejected", "三个猜测，第二个或第三个被拒绝") {
    grade("second-of-three");
    grade("last-of-three");
    grade("last-of-three-gone");
}

QUESTION("three guesses stay: four tokens and four draws", "三个猜测都留下：四个 token，抽四次") {
    grade("all-three");
    grade("own-draw-each");
}

QUESTION("each guess has a draw of its own, and its own p / q", "每个猜测单独抽一个 u，用自己的 p / q") {
    grade("own-draw-rejected");
    grade("product-of-ratios");
    grade("likely-then-unlikely");
    grade("same-row-elsewhere");
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

QUESTION("exactly: the chapter's example, over all guesses and a grid of u",
    "精确检验：章节里的例子，遍历所有猜测和 u 的网格") {
    is_distributed(12, rows(1, {0.25f, 0.5f, 0.125f, 0.125f}), rows(1, {0.5f, 0.25f, 0.25f, 0}),
        rows(4, {0.25f, 0.25f, 0.5f, 0, 0, 0.75f, 0, 0.25f, 0.5f, 0, 0.25f, 0.25f, 0, 0, 0, 1}));
}

QUESTION("exactly: five tokens, and a draft that is certain", "精确检验：五个 token；确定的草稿") {
    is_distributed(8, rows(1, {0.25f, 0.25f, 0.25f, 0.125f, 0.125f}), rows(1, {0.125f, 0.375f, 0.125f, 0.25f, 0.125f}),
        rows(5, {0.125f, 0.375f, 0.125f, 0.25f, 0.125f, 0, 0, 0.5f, 0.5f, 0, 1, 0, 0, 0, 0, 0.25f, 0.25f, 0.25f, 0.125f,
                    0.125f, 0.125f, 0.125f, 0.125f, 0.125f, 0.5f}));
    is_distributed(
        4, rows(1, {0, 1, 0}), rows(1, {0.25f, 0.5f, 0.25f}), rows(3, {1, 0, 0, 0.25f, 0.25f, 0.5f, 0, 0, 1}));
}

QUESTION("exactly: p and q have no token in common, and p and q are the same",
    "精确检验：p 和 q 没有共同的 token；p 和 q 完全一样") {
    const Floats next = rows(4, {0.25f, 0.25f, 0.5f, 0, 0, 0.75f, 0, 0.25f, 0.5f, 0, 0.25f, 0.25f, 0, 0, 0, 1});
    is_distributed(4, rows(1, {0, 0.75f, 0, 0.25f}), rows(1, {0.25f, 0, 0.75f, 0}), next);
    is_distributed(8, rows(1, {0.25f, 0.5f, 0.125f, 0.125f}), rows(1, {0.25f, 0.5f, 0.125f, 0.125f}), next);
}

QUESTION("exactly: two guesses, each with rows of its own", "精确检验：两个猜测，各有各的行") {
    is_distributed(4, rows(1, {0.5f, 0.25f, 0.25f}), rows(1, {0.25f, 0.25f, 0.5f}),
        rows(3, {0.25f, 0.25f, 0.5f, 0.5f, 0.25f, 0.25f, 0.25f, 0.75f, 0}),
        rows(3, {0.5f, 0.5f, 0, 1, 0, 0, 0, 0.5f, 0.5f}),
        rows(9, {1, 0, 0, 0.5f, 0.5f, 0, 0.25f, 0.25f, 0.5f, 0, 0.25f, 0.75f, 0, 1, 0, 0.75f, 0, 0.25f, 0.25f, 0.5f,
                    0.25f, 0, 0.5f, 0.5f, 0.5f, 0, 0.5f}));
}

QUESTION("a guess whose q is 0 can be drawn from what is left", "q 为 0 的猜测，可以从剩下的部分里抽到") {
    const Values us{0.0, 0.75}, itself{1};
    gives(1, {0.5f, 0, 0.5f}, {0.25f, 0.25f, 0.5f}, {0.125f, 0.25f, 0.625f}, us, itself);
}

QUESTION("in double: u just next to p / q", "用 double 算：u 紧挨着 p / q") {
    const std::vector<float> q{0.5f, 0.5f}, p{0.25f, 0.75f}, next{0.5f, 0.5f};
    const Values below{0.5 - 1e-12, 0.25}, stays{0, 0}, above{0.5 + 1e-12, 0.25}, gone{1};
    gives(0, q, p, next, below, stays);
    gives(0, q, p, next, above, gone);
    // In float a third is more than a third.
    const std::vector<float> q3{0.75f, 0.25f}, p3{0.25f, 0.75f};
    const Values third{1.0 / 3 + 5e-9, 0.25};
    gives(0, q3, p3, next, third, gone);
}

QUESTION("in double: u just next to a running sum", "用 double 算：u 紧挨着累加和") {
    const std::vector<float> q{0.25f, 0.5f, 0.125f, 0.125f}, p{0.5f, 0.25f, 0.25f, 0}, next{0.5f, 0.25f, 0.25f, 0};
    const Values below{0.75, 2.0 / 3 - 1e-12}, zero{0}, above{0.75, 2.0 / 3 + 1e-12}, two{2};
    gives(1, q, p, next, below, zero);
    gives(1, q, p, next, above, two);
    const Values last_below{0.25, 0.5 - 1e-12}, first{1, 0}, last_above{0.25, 0.5 + 1e-12}, second{1, 1};
    gives(1, q, p, next, last_below, first);
    gives(1, q, p, next, last_above, second);
}

QUESTION(
    "in double: u just next to a running sum, after a guess that stays", "用 double 算：猜测留下之后，u 紧挨着累加和") {
    // As floats 0.1 and 0.2 add up to more.
    const Values between{0.25, 0.300000008}, third{1, 2};
    gives(1, {0.25f, 0.5f, 0.125f, 0.125f}, {0.5f, 0.25f, 0.25f, 0}, {0.1f, 0.2f, 0.3f, 0.4f}, between, third);
}

QUESTION("in double: p - q, where q is far smaller, and the sum of what is left",
    "用 double 算：q 远小于 p 时的 p - q，以及剩余部分的总和") {
    const std::vector<float> q{0x1p-30f, 0, 1}, p{0.5f, 0.5f, 0}, next{0.25f, 0.25f, 0.5f};
    // What is left of token 0 is 2^-31 less than a half of all that is left.
    const Values above{0.5, 0.5 - 0x1p-32}, one{1}, below{0.5, 0.5 - 0x1.8p-31}, zero{0};
    gives(2, q, p, next, above, one);
    gives(2, q, p, next, below, zero);
}

QUESTION("probabilities as small as float can hold", "小到 float 下限的概率") {
    const std::vector<float> q{0x1p-140f, 1}, p{0x1p-141f, 1}, next{0x1p-140f, 1};
    const Values stays{0.375, 0.5}, kept{0, 1}, zero{0.375, 0.0}, both{0, 0}, rejected{0.625, 0.75}, other{1};
    gives(0, q, p, next, stays, kept);
    gives(0, q, p, next, zero, both);
    gives(0, q, p, next, rejected, other);
    // What is left is tiny, and it is all there is.
    const std::vector<float> more{1, 0x1p-138f, 0x1p-137f}, less{0.5f, 0x1p-137f, 0x1p-136f};
    const Values us{0.75, 0.25}, one{1};
    gives(0, more, less, {0.5f, 0.25f, 0.25f}, us, one);
}

/// Qwen2's vocabulary. A sum in float is off by more than a token is wide.
constexpr std::size_t qwen2 = 151'936;

QUESTION("151,936 tokens as in Qwen2: the token after the last guess",
    "和 Qwen2 一样的 151936 个 token：最后一个猜测之后的 token") {
    const std::vector<float> all(qwen2, 1.0f / static_cast<float>(qwen2));
    for (const std::int64_t token : {100, 75'000, 120'000, 151'900}) {
        const double u = (static_cast<double>(token) + 0.5) * all[0];
        const Values us{0.75, u}, tokens{70'000, token};
        gives(70'000, all, all, all, us, tokens);
    }
}

QUESTION("151,936 tokens: the token in the place of a rejected guess", "151936 个 token：换掉被拒绝的猜测") {
    // The rest has every second token, and they are all alike.
    const float share = 2.0f / static_cast<float>(qwen2);
    std::vector<float> q(qwen2), p(qwen2);
    for (std::size_t t = 0; t < qwen2; ++t) (t % 2 == 0 ? q : p)[t] = share;
    for (const std::int64_t nth : {3, 40'000, 60'001, 75'900}) {
        const Values us{0.75, (static_cast<double>(nth) + 0.5) / static_cast<double>(qwen2 / 2)}, tokens{2 * nth + 1};
        gives(150'000, q, p, q, us, tokens);
    }
}

static Call three(const std::vector<std::int64_t>& draft) { return with("all-three", {{"draft", ids(draft)}}); }

QUESTION("a negative guess is refused", "猜测为负：抛出异常") {
    for (const std::int64_t guess : {-1, -4, -1000}) refuses(three({guess, 1, 2}));
    refuses(three({0, -1, 2}));
    refuses(three({0, 1, -2}));
}

QUESTION("a guess of V or more is refused", "猜测不小于 V：抛出异常") {
    for (const std::int64_t guess : {4, 5, 1000}) refuses(three({guess, 1, 2}));
    refuses(three({0, 4, 2}));
    refuses(three({0, 1, 4}));
}

QUESTION("a guess that is a token in its lower 16 bits only is refused", "只看低 16 位才是 token 的猜测：抛出异常") {
    refuses(three({65'536, 1, 2}));
}

QUESTION("a guess that is a token in its lower 32 bits only is refused", "只看低 32 位才是 token 的猜测：抛出异常") {
    refuses(three({std::int64_t{1} << 32, 1, 2}));
}

QUESTION("a wrong guess is refused even after one that does not stay", "前面有一个被拒绝时，后面的同样要查") {
    refuses(with("first-of-three", {{"draft", ids({1, 4, 2})}}));
    refuses(with("first-of-three", {{"draft", ids({1, 0, -1})}}));
}

QUESTION("draft_probabilities of another number of rows are refused", "draft_probabilities 的行数不对：抛出异常") {
    for (const std::size_t n : {0, 2, 4}) refuses(with("all-three", {{"draft_probabilities", Floats({n, 4}, 0.25f)}}));
    refuses(with("no-guess", {{"draft_probabilities", Floats({1, 3}, 0.25f)}}));
}

QUESTION("probabilities of another number of rows are refused", "probabilities 的行数不对：抛出异常") {
    for (const std::size_t n : {3, 5, 1}) refuses(with("all-three", {{"probabilities", Floats({n, 4}, 0.25f)}}));
    for (const std::size_t n : {0, 2}) refuses(with("no-guess", {{"probabilities", Floats({n, 3}, 0.25f)}}));
}

QUESTION("two vocabularies of different sizes are refused, and an empty one", "两边词表大小不同、词表为空：抛出异常") {
    refuses(with("all-three", {{"draft_probabilities", Floats({3, 5}, 0.25f)}}));
    refuses(with("all-three", {{"draft_probabilities", Floats({3, 3}, 0.25f)}}));
    refuses(with("no-guess", {{"draft_probabilities", zeros({0, 2})}}));
    refuses(with("no-guess", {{"draft_probabilities", zeros({0, 0})}, {"probabilities", zeros({1, 0})}}));
}

QUESTION("probabilities without exactly two axes are refused", "概率不是二维：抛出异常") {
    refuses(with("all-three", {{"draft_probabilities", Floats({12}, 0.25f)}}));
    refuses(with("all-three", {{"probabilities", Floats({16}, 0.25f)}}));
    refuses(with("all-three", {{"draft_probabilities", Floats({3, 4, 1}, 0.25f)}}));
    refuses(with("all-three", {{"probabilities", Floats({4, 2, 2}, 0.25f)}}));
    refuses(with("no-guess", {{"draft_probabilities", zeros({0})}}));
}
