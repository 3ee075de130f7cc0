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

static grader::Call of(const std::vector<float>& logits) {
    return with("by-hand", {{"logits", Floats({logits.size()}, logits)}});
}

QUESTION("the chapter's six logits: token 1, whose logit is 3", "章节里的六个 logit：答案是 token 1，它的 logit 是 3") {
    grade("by-hand");
}

QUESTION("the largest comes first, or last", "最大的在最前面，或在最后面") {
    grade("first");
    grade("last");
}

QUESTION("all logits are negative", "所有 logit 都是负数") { grade("below-zero"); }

QUESTION("ties go to the lowest id", "logit 相等时取最小的 id") {
    grade("two-equal");
    grade("three-equal");
    grade("all-equal");
    // Of 4, 8, 16, 32 or 64 lanes the first has the higher id.
    std::vector<float> lanes(130, 1.0f);
    lanes[63] = lanes[64] = 2.0f;
    grade(of(lanes), {63});
}

QUESTION("0 and -0 are equal", "0 和 -0 相等") {
    grade(of({-1.0f, -0.0f, 0.0f}), {1});
    grade(of({-1.0f, 0.0f, -0.0f}), {1});
}

QUESTION("logits less than 1 apart", "相差不到 1 的 logit") { grade("fractions"); }

QUESTION("logits half a millionth apart", "相差千万分之五的 logit") { grade("near"); }

QUESTION("logits that differ in their last bit, by 1e-9, or by 1e-40", "只差最后一位、或只差 1e-9、1e-40 的 logit") {
    grade(of({0, 1e-40f, 3e-40f, 2e-40f}), {2});
    grade("last-bit");
    grade("tiny");
}

QUESTION("logits up to 300, and to the largest of float32", "大到 300、以及接近 float32 上限的 logit") {
    grade("far-up");
    grade("largest-float");
}

QUESTION("logits of -200 and below", "-200 及更小的 logit") { grade("far-down"); }

QUESTION("logits below any number that a search could begin with", "比查找可能用的任何起始值都低的 logit") {
    for (const float low : {-2e4f, -1e5f, -1e10f, -2e38f}) grade(of({-infinity, 1.5f * low, low, 1.25f * low}), {2});
    grade(of({-infinity, std::numeric_limits<float>::lowest()}), {1});
}

QUESTION("some are -inf", "有些是 -inf") {
    grade("one-left");
    grade("hidden");
}

QUESTION("all are -inf: token 0", "全是 -inf：token 0") {
    grade("all-hidden");
    grade(of({-infinity}), {0});
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

// A question ends with the first call that fails: each place has its own, so that it shows which of them are looked at.
QUESTION("a NaN at the beginning is refused", "第一个是 NaN 时拒绝") {
    refuses(of({nan_, 3, 1, 2}));
    refuses(of({nan_}));
}

QUESTION("a NaN in between is refused", "中间有 NaN 时拒绝") {
    refuses(of({1, nan_, 3, 2}));
    refuses(of({1, 3, nan_, 2}));
}

QUESTION("a NaN at the end is refused", "最后一个是 NaN 时拒绝") {
    refuses(of({1, 2, 3, nan_}));
    refuses(of({3, 2, 1, -nan_}));
    refuses(of({-infinity, nan_}));
}

QUESTION("+inf at the beginning is refused", "第一个是 +inf 时拒绝") {
    refuses(of({infinity, 3, 1}));
    refuses(of({infinity, -infinity}));
    refuses(of({infinity}));
}

QUESTION("+inf in between is refused", "中间有 +inf 时拒绝") { refuses(of({1, infinity, 3})); }

QUESTION("+inf at the end is refused", "最后一个是 +inf 时拒绝") { refuses(of({1, 2, infinity})); }

QUESTION("logits without exactly one axis are refused", "logits 不是一维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{}, {1, 6}, {6, 1}, {2, 3}, {1, 2, 3}}) {
        refuses(with("by-hand", {{"logits", zeros(shape)}}));
    }
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") { refuses(of({})); }

QUESTION("Qwen2's vocabulary of 151,936", "Qwen2 的词表，151936 个 token") { grade("qwen2"); }

QUESTION("the largest of 151,936 comes after the 65,536th: an id has more than 16 bits",
    "151936 个里最大的在第 65536 个之后：id 不止 16 位") {
    for (const std::size_t best : {65'536, 100'000, 151'935}) {
        Floats logits = grader::counted({151'936}, 3091, 12);
        logits.values[best] = 13;
        grade(with("by-hand", {{"logits", logits}}), {best});
    }
}
