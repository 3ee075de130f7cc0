#include "setup.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static constexpr float infinity = std::numeric_limits<float>::infinity();

/// The chapter's six logits, asked for so many: they come back as they were.
static void keeps_all(std::int64_t k) {
    const grader::Call call = with("by-hand", {{"k", k}});
    grade(call, {call["logits"]});
}

QUESTION("the two largest of the chapter's six logits", "章节里的六个 logit，留下最大的两个") { grade("by-hand"); }

QUESTION("two equal logits share the last place: both stay", "两个相等的 logit 并列最后一名：都留下") {
    grade("tie-at-k");
}

QUESTION("two equal logits above the last place count as two", "并列的两个不在最后一名：算作两个") {
    grade("tie-within");
    grade("ties-everywhere");
}

QUESTION("only the largest", "只留下最大的一个") { grade("one"); }

QUESTION("two are the largest, and one is asked for: both stay", "最大的有两个，只要一个：都留下") {
    grade("one-of-two-equal");
}

QUESTION("all logits are equal: all stay", "所有 logit 都相等：全部留下") { grade("all-equal"); }

QUESTION("in ascending, and in descending order: each stays in its place", "从小到大、从大到小排列：各在原位") {
    grade("ascending");
    grade("descending");
}

QUESTION("all logits are negative", "所有 logit 都是负数") { grade("below-zero"); }

QUESTION("all but one", "只去掉一个") {
    grade("all-but-one");
    grade("all-but-one-tied");
}

QUESTION("logits that differ in their last bit", "只差最后一位的 logit") { grade("last-bit"); }

QUESTION("5 of 20", "20 个里留 5 个") { grade("twenty"); }

QUESTION("some are -inf", "有些已经是 -inf") {
    grade("hidden");
    grade("as-many-as-left");
}

QUESTION("logits below any number that could mark a dropped one", "logit 比任何代替“已去掉”的数都低") {
    for (const float low : {-2e4f, -1e5f, -1e10f, -2e38f}) {
        const auto logits = [&](float last) {
            return Floats({4}, std::vector<float>{1.25f * low, -infinity, low, last});
        };
        grade(with("by-hand", {{"logits", logits(1.5f * low)}, {"k", 2}}), {logits(-infinity)});
    }
}

QUESTION(
    "logits of -200 and -300, whose exp is 0 in float32", "-200 和 -300 这样的 logit，它们的 exp 在 float32 里是 0") {
    grade("far-down");
    grade("far-apart");
}

QUESTION("1,500 of 4,000, with many that share the last place: all of them stay",
    "4000 个里留 1500 个，许多并列最后一名：都留下") {
    // 1,000 of each of 3, 2, 1, 0.
    Floats logits({4000}, 0.0f), y({4000}, -infinity);
    for (std::size_t i = 0; i < 4000; ++i) {
        logits.values[i] = static_cast<float>(i * 7 % 4);
        if (logits.values[i] >= 2) y.values[i] = logits.values[i];
    }
    grade(with("by-hand", {{"logits", logits}, {"k", 1500}}), {y});
}

QUESTION("k is larger than the number of logits that are not -inf", "k 比不是 -inf 的还多") {
    grade("more-than-left");
    grade("all-hidden");
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

QUESTION("k = 0 keeps all", "k = 0 全部留下") { keeps_all(0); }

QUESTION("k = V, and more, keeps all", "k 等于 V 或更大时全部留下") {
    keeps_all(6);
    keeps_all(7);
    keeps_all(50);
    // 2 in the lowest 8 and 16 bits.
    keeps_all(258);
    keeps_all(65'538);
    keeps_all((std::int64_t{1} << 32) + 1);
}

QUESTION("logits without exactly one axis are refused, whatever k is", "logits 不是一维时拒绝，不论 k 是多少") {
    for (const auto& shape : {std::vector<std::size_t>{}, {1, 6}, {6, 1}, {2, 3}, {1, 2, 3}}) {
        for (const int k : {0, 2, 50}) refuses(with("by-hand", {{"logits", zeros(shape)}, {"k", k}}));
    }
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") {
    for (const int k : {0, 2}) refuses(with("by-hand", {{"logits", zeros({0})}, {"k", k}}));
}

QUESTION("50 of Llama 2's vocabulary of 32,000", "Llama 2 的词表，32000 个里留 50 个") {
    const Floats logits = grader::counted({32000}, 3202, 12);
    Floats sorted = logits, y = logits;
    std::sort(sorted.values.begin(), sorted.values.end(), std::greater<>());
    for (float& one : y.values) {
        if (one < sorted.values[49]) one = -infinity;
    }
    grade(with("by-hand", {{"logits", logits}, {"k", 50}}), {y});
}
