#include "setup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr double nan_number = std::numeric_limits<double>::quiet_NaN();
/// The largest double below 1.
constexpr double below_one = 1 - std::numeric_limits<double>::epsilon() / 2;

/// Asks for this token. The probabilities of logits that are all equal, 2, 4, 8 of them, are not rounded.
static void gives(const std::string& fixture, const std::vector<std::pair<std::string, grader::Value>>& arguments,
    std::int64_t token) {
    grade(with(fixture, arguments), {token});
}

static Floats equal(std::size_t tokens) { return zeros({tokens}); }

QUESTION("six logits worked by hand in the chapter", "章节里手算的六个 logit") { grade("by-hand"); }

QUESTION("the same logits, a token for each u", "同样的 logit，每个 u 对应一个 token") {
    gives("by-hand", {{"u", 0.05}}, 0);
    gives("by-hand", {{"u", 0.72}}, 2);
    gives("by-hand", {{"u", 0.8}}, 3);
    gives("by-hand", {{"u", 0.96}}, 4);
    gives("by-hand", {{"u", 0.99}}, 5);
}

QUESTION("u of 0: the first token, however unlikely", "u 为 0：第一个 token，不管多么不可能") {
    gives("by-hand", {{"u", 0}}, 0);
    gives("ascending", {{"u", 0}}, 0);
    gives("by-hand", {{"logits", Floats({2}, std::vector<float>{-80, 0})}, {"u", 0}}, 0);
}

QUESTION("u just below 1: the last token", "u 只比 1 小一点：最后一个 token") {
    gives("by-hand", {{"u", below_one}}, 5);
    gives("descending", {{"u", below_one}}, 4);
    gives("by-hand", {{"logits", Floats({2}, std::vector<float>{0, -25})}, {"u", below_one}}, 1);
}

QUESTION("u equal to a running sum: the next token, because the sum has to exceed u",
    "u 正好等于累加和：取下一个 token，因为累加和要大于 u") {
    gives("by-hand", {{"logits", equal(2)}, {"u", 0.5}}, 1);
    gives("by-hand", {{"logits", equal(4)}, {"u", 0.5}}, 2);
    gives("by-hand", {{"logits", equal(8)}, {"u", 0.875}}, 7);
}

QUESTION("u just next to a running sum", "u 就在累加和旁边") {
    gives("by-hand", {{"logits", equal(2)}, {"u", 0.5 - 1e-12}}, 0);
    gives("by-hand", {{"logits", equal(4)}, {"u", 0.75 - 1e-12}}, 2);
    gives("by-hand", {{"logits", equal(4)}, {"u", 0.25 + 1e-12}}, 1);
}

QUESTION("a token with a probability of 1e-13, and a u of 1e-7", "概率只有 1e-13 的 token；u 只有 1e-7") {
    // The running sum is 2.3e-14 below a half before this token and 2.3e-14 above it behind.
    gives("by-hand", {{"logits", Floats({3}, std::vector<float>{0, -30, 0})}, {"u", 0.5}}, 1);
    gives("by-hand", {{"logits", Floats({2}, std::vector<float>{-16, 0})}, {"u", 1e-7}}, 0);
    gives("by-hand", {{"logits", Floats({2}, std::vector<float>{-17, 0})}, {"u", 1e-7}}, 1);
}

QUESTION("tokens at -inf come first: u of 0 gives the first that can be chosen",
    "开头的 token 是 -inf：u 为 0 时取第一个能选的") {
    grade("hidden-first");
    gives("hidden-first", {{"u", 0}}, 2);
}

QUESTION("tokens at -inf between the others are never chosen", "夹在中间的 -inf 永远选不到") {
    grade("hidden-between");
    gives("hidden-between", {{"logits", Floats({4}, std::vector<float>{1, -inf, -inf, 1})}, {"u", 0.5}}, 3);
}

QUESTION("tokens at -inf come last: u just below 1 gives the last that can be chosen",
    "末尾的 token 是 -inf：u 只比 1 小一点时取最后一个能选的") {
    grade("hidden-last");
    gives("hidden-last", {{"u", below_one}}, 2);
}

QUESTION("logits below any number that could replace -inf", "logit 比任何代替 -inf 的数都低") {
    for (const float low : {-2e4f, -1e5f, -1e10f, -2e38f, std::numeric_limits<float>::lowest()}) {
        const Floats logits({5}, std::vector<float>{-inf, low, -inf, low, -inf});
        for (const double u : {0.0, 0.49}) gives("by-hand", {{"logits", logits}, {"u", u}}, 1);
        for (const double u : {0.5, below_one}) gives("by-hand", {{"logits", logits}, {"u", u}}, 3);
    }
}

/// As doubles the sum of 1/n, n times, is below 1 by as much as u is, or more. How it is formed decides at which n.
static void gives_last_of_equal(const std::vector<std::size_t>& ns, std::size_t before, std::size_t behind) {
    for (const std::size_t n : ns) {
        Floats logits({before + n + behind}, -inf);
        std::fill_n(logits.values.data() + before, n, 0.0f);
        gives("by-hand", {{"logits", logits}, {"u", below_one}}, static_cast<std::int64_t>(before + n) - 1);
    }
}

QUESTION(
    "where rounding leaves the whole sum at u or below: the last token", "舍入使总和不大于 u 时：取最后一个 token") {
    gives_last_of_equal({10, 6, 14, 27, 38, 54, 59}, 0, 0);
}

QUESTION("rounding leaves the sum at u or below, -inf comes last: the last that can be chosen",
    "舍入使总和不大于 u，而末尾还有 -inf 时：取最后一个能选的") {
    gives_last_of_equal({6, 10, 14, 27, 38, 54, 59}, 0, 2);
}

QUESTION("rounding leaves the sum at u or below, -inf comes first: the last token",
    "舍入使总和不大于 u，而开头有 -inf 时：取最后一个 token") {
    gives_last_of_equal({6, 10, 14, 27, 38, 54, 59}, 2, 0);
    gives_last_of_equal({6, 10, 14}, 70'000, 0);
}

QUESTION("a single token, and a single one that is left", "只有一个 token；只剩一个能选") {
    grade("one-token");
    grade("one-left");
}

QUESTION("logits near 2000: exp overflows", "2000 附近的 logit：exp 会溢出") {
    grade("far-up");
    grade("far-apart");
}

QUESTION("logits near -2000: exp is 0", "-2000 附近的 logit：exp 得 0") { grade("far-down"); }

QUESTION("sorted either way, and four logits", "从大到小，从小到大；四个 logit") {
    grade("descending");
    grade("ascending");
    grade("square");
}

QUESTION("sixty logits and a dozen u", "六十个 logit，十二个 u") { grade("several"); }

QUESTION("4,096 draws: each token as often as its probability says", "抽 4096 次：每个 token 的次数与概率相符") {
    auto call = grader::Call{"", {{"logits", Floats({6}, std::vector<float>{1, 3, 0, 2, -inf, 0})}, {"draws", 4096}}};
    const double powers[] = {std::exp(1), std::exp(3), 1, std::exp(2), 0, 1};
    double total = 0;
    for (const double power : powers) total += power;
    Floats probabilities({6}, 0.0f);
    for (std::size_t i = 0; i < 6; ++i) probabilities.values[i] = static_cast<float>(powers[i] / total);
    grader::draws(call, probabilities);
}

QUESTION(
    "151,936 tokens as in Qwen2, each with a probability of its own", "和 Qwen2 一样的 151936 个 token，概率各不相同") {
    grade("qwen2");
}

QUESTION("151,936 tokens, all equally likely: small probabilities add up",
    "151936 个 token，概率都一样：很小的概率一个个累加") {
    const std::size_t V = 151936;
    for (const std::int64_t token : {100, 75000, 120000, 151900, 151935}) {
        gives("by-hand", {{"logits", equal(V)}, {"u", (static_cast<double>(token) + 0.5) / static_cast<double>(V)}},
            token);
    }
}

QUESTION("a u below 0 is refused", "u 小于 0 时拒绝") {
    for (const double u : {-0.5, -1e-300}) refuses(with("by-hand", {{"u", u}}));
}

QUESTION("a u of 1 is refused", "u 为 1 时拒绝") { refuses(with("by-hand", {{"u", 1.0}})); }

QUESTION("a u above 1 is refused", "u 大于 1 时拒绝") {
    for (const double u : {1.5, std::numeric_limits<double>::infinity()}) refuses(with("by-hand", {{"u", u}}));
}

QUESTION("a u of NaN is refused", "u 为 NaN 时拒绝") { refuses(with("by-hand", {{"u", nan_number}})); }

static void refuses_logits(const std::vector<float>& logits) {
    for (const double u : {0.0, 0.5}) {
        refuses(with("by-hand", {{"logits", Floats({logits.size()}, logits)}, {"u", u}}));
    }
}

constexpr auto nan_float = static_cast<float>(nan_number);

// A question ends with the first call that fails: each place has its own, so that it shows which of them are looked at.
QUESTION("a NaN at the beginning is refused", "第一个 logit 是 NaN 时拒绝") { refuses_logits({nan_float, 1, 2}); }

QUESTION("a NaN in between is refused", "中间有 logit 是 NaN 时拒绝") { refuses_logits({1, nan_float, 2}); }

QUESTION("a NaN at the end is refused", "最后一个 logit 是 NaN 时拒绝") { refuses_logits({1, 2, nan_float}); }

QUESTION("+inf at the beginning is refused", "第一个 logit 是 +inf 时拒绝") { refuses_logits({inf, 1, 2}); }

QUESTION("+inf in between is refused", "中间有 logit 是 +inf 时拒绝") { refuses_logits({1, inf, 2}); }

QUESTION("+inf at the end is refused", "最后一个 logit 是 +inf 时拒绝") { refuses_logits({-inf, 2, inf}); }

QUESTION("all logits at -inf are refused", "logit 全是 -inf 时拒绝") {
    for (const std::size_t V : {1, 3}) refuses(with("by-hand", {{"logits", Floats({V}, -inf)}}));
}

QUESTION("logits without exactly one axis are refused", "logits 不是一维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{1, 6}, {6, 1}, {6, 6}, {}}) {
        refuses(with("by-hand", {{"logits", zeros(shape)}}));
    }
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") { refuses(with("by-hand", {{"logits", zeros({0})}})); }
