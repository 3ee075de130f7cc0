#include "setup.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static constexpr float infinity = std::numeric_limits<float>::infinity();
static constexpr float nan_ = std::numeric_limits<float>::quiet_NaN();

QUESTION("the chapter's six logits, p = 0.9: the third, which crosses p, stays",
    "章节里的六个 logit，p = 0.9：越过 p 的第三个也留下") {
    grade("by-hand");
}

QUESTION("the likeliest alone reaches p", "最可能的一个就达到了 p") {
    grade("one-reaches");
    grade("steep");
}

QUESTION("of two equally likely tokens, the lower id is kept first", "概率相等的两个，先留下 id 小的") {
    grade("first-of-two-equal");
    grade("equal-at-the-top");
}

QUESTION("two equally likely tokens are both needed", "概率相等的两个都需要") { grade("both-equal"); }

QUESTION("all are equally likely", "概率全都相等") { grade("equal"); }

/// So many that are equal, of which these are kept.
static void keeps_of_equals(std::size_t V, float p, std::size_t kept) {
    Floats y({V}, 0.0f);
    std::fill(y.values.begin() + static_cast<std::ptrdiff_t>(kept), y.values.end(), -infinity);
    grade(with("by-hand", {{"logits", zeros({V})}, {"p", p}}), {y});
}

QUESTION("the sum is exactly p: that is enough", "总和正好等于 p：这就够了") {
    // Halves and quarters are not rounded.
    keeps_of_equals(2, 0.5f, 1);
    keeps_of_equals(4, 0.5f, 2);
    keeps_of_equals(4, 0.75f, 3);
}

QUESTION("64 equally likely tokens: the lower half of the ids is kept", "64 个概率相等：留下 id 较小的一半") {
    keeps_of_equals(64, 0.5f, 32);
}

QUESTION("8,192 equally likely tokens: many small probabilities add up", "8192 个概率相等：很多小概率累加起来") {
    keeps_of_equals(8192, 0.75f, 6144);
}

QUESTION(
    "one large probability and thousands of small ones: rounding adds up", "一个大的概率，几千个小的：舍入会越积越多") {
    // Nothing is rounded in the total, nor in a double. After the large one, which comes last here, float rounds each step the
    // same way, and is two tokens off where p has been reached.
    const std::size_t V = 8192, kept = 2566;
    Floats logits({V}, -10.2855196f), y({V}, -infinity);
    std::fill_n(y.values.begin(), kept, logits.values[0]);
    logits.values[V - 1] = y.values[V - 1] = 0;
    grade(with("by-hand", {{"logits", logits}, {"p", 0.849971414f}}), {y});
}

QUESTION("all but the least likely are needed, and all are", "只有最不可能的不需要；全部都需要") {
    grade("all-but-one");
    grade("all-needed");
}

QUESTION("in ascending, and in descending order: each stays in its place", "从小到大、从大到小排列：各在原位") {
    grade("ascending");
    grade("descending");
}

QUESTION("all logits are negative", "所有 logit 都是负数") { grade("below-zero"); }

QUESTION("p = 0.85 of 20 tokens", "20 个 token，p = 0.85") { grade("twenty"); }

QUESTION("p = 0, and p = 0.01: one is kept", "p = 0 和 p = 0.01：留下一个") {
    grade("zero");
    grade("little");
    grade("equal-zero");
}

QUESTION("p = 1 changes nothing", "p = 1 什么也不改") { grade("one"); }

QUESTION("p = 1 keeps even what has a probability of 0 after rounding", "p = 1 时，连概率舍入后为 0 的也留下") {
    grade("one-and-a-far-tail");
}

QUESTION("p just below 1: what is not needed goes", "p 只比 1 小一点：不需要的照样去掉") {
    const float below_one = std::nextafter(1.0f, 0.0f);
    grade(with("by-hand", {{"logits", Floats({3}, std::vector<float>{-20, 0, -30})}, {"p", below_one}}),
        {Floats({3}, std::vector<float>{-infinity, 0, -infinity})});
}

QUESTION("logits of 300, and of 1,000: exp overflows", "300 和 1000 这样的 logit：exp 会溢出") {
    grade("far-up");
    grade("farther-up");
}

QUESTION("logits of -300, and of -1,000: exp gives 0", "-300 和 -1000 这样的 logit：exp 得到 0") {
    grade("far-down");
    grade("farther-down");
}

QUESTION("logits below any number that could mark a dropped one", "logit 比任何代替“已去掉”的数都低") {
    // Equal ones, so that halves and quarters are not rounded.
    for (const float low : {-2e4f, -1e5f, -1e10f, -2e38f, std::numeric_limits<float>::lowest()}) {
        const auto logits = [&](float third, float last) {
            return Floats({6}, std::vector<float>{-infinity, low, low, third, -infinity, last});
        };
        grade(with("by-hand", {{"logits", logits(low, low)}, {"p", 0.5f}}), {logits(-infinity, -infinity)});
        grade(with("by-hand", {{"logits", logits(low, low)}, {"p", 0.75f}}), {logits(low, -infinity)});
    }
}

QUESTION("some are -inf", "有些已经是 -inf") {
    grade("hidden");
    grade("hidden-zero");
    grade("hidden-one");
}

QUESTION("all are -inf and stay that way", "全是 -inf：保持原样") {
    const Floats hidden({3}, -infinity);
    for (const float p : {0.0f, 0.5f, 1.0f}) grade(with("by-hand", {{"logits", hidden}, {"p", p}}), {hidden});
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

QUESTION("a p below 0 or above 1 is refused", "p 小于 0 或大于 1 时拒绝") {
    for (const float p : {-0.1f, -1e-30f, -infinity}) refuses(with("by-hand", {{"p", p}}));
    for (const float p : {1.1f, 1.0f + std::numeric_limits<float>::epsilon(), 90.0f, infinity}) {
        refuses(with("by-hand", {{"p", p}}));
    }
}

QUESTION("a p of NaN is refused", "p 为 NaN 时拒绝") { refuses(with("by-hand", {{"p", nan_}})); }

QUESTION("logits without exactly one axis are refused, whatever p is", "logits 不是一维时拒绝，不论 p 是多少") {
    for (const auto& shape : {std::vector<std::size_t>{}, {1, 6}, {6, 1}, {2, 3}, {1, 2, 3}}) {
        for (const float p : {0.0f, 0.9f, 1.0f}) refuses(with("by-hand", {{"logits", zeros(shape)}, {"p", p}}));
    }
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") {
    for (const float p : {0.0f, 0.9f, 1.0f}) refuses(with("by-hand", {{"logits", zeros({0})}, {"p", p}}));
}

QUESTION("p = 0.5 of Llama 2's vocabulary of 32,000", "Llama 2 的词表，32000 个 token，p = 0.5") {
    const Floats logits = grader::counted({32000}, 3305, 40);
    // No two of the logits that are kept are equal, and no sum is within 1e-4 of p.
    std::vector<float> sorted(logits.begin(), logits.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double total = 0, sum = 0;
    for (const float logit : sorted) total += std::exp(double{logit} - sorted[0]);
    std::size_t kept = 0;
    while (sum < 0.5 * total) sum += std::exp(double{sorted[kept++]} - sorted[0]);
    Floats y = logits;
    for (float& one : y.values) {
        if (one < sorted[kept - 1]) one = -infinity;
    }
    grade(with("by-hand", {{"logits", logits}, {"p", 0.5f}}), {y});
}

QUESTION("the likeliest of 151,936 come after the 65,536th: an id has more than 16 bits",
    "151936 个里最可能的在第 65536 个之后：id 不止 16 位") {
    const std::size_t V = 151'936;
    Floats logits = grader::counted({V}, 3391, 12), y({V}, -infinity);
    // Each e times as likely as the next: 0.63, 0.23 and 0.09; of all others there is one in 10^12.
    const std::size_t ids[] = {100'000, 151'935, 65'536, 3};
    for (std::size_t n = 0; n < 4; ++n) {
        logits.values[ids[n]] = 50 - static_cast<float>(n);
        if (n < 3) y.values[ids[n]] = logits.values[ids[n]];
    }
    grade(with("by-hand", {{"logits", logits}, {"p", 0.9f}}), {y});
}
