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

QUESTION("the chapter's six logits at a temperature of 0.5: twice as large", "章节里的六个 logit，温度 0.5：大一倍") {
    grade("by-hand");
}

QUESTION("a temperature of 2: half as large", "温度 2：小一半") { grade("above-one"); }

QUESTION("a temperature of 1 changes nothing", "温度 1 什么也不改") { grade("one"); }

QUESTION("a temperature of 0.7", "温度 0.7") { grade("usual"); }

QUESTION("a temperature of 0.001, and of a millionth", "温度 0.001，以及百万分之一") {
    grade("near-zero");
    grade("nearer-zero");
}

QUESTION("a temperature of 100", "温度 100") { grade("far-above-one"); }

QUESTION("all logits are negative: they are divided, too", "所有 logit 都是负数：同样相除") { grade("below-zero"); }

QUESTION("logits of 200 and of -300", "200 和 -300 这样的 logit") { grade("far-apart"); }

QUESTION("-inf stays -inf", "-inf 仍是 -inf") {
    grade("hidden");
    grade("all-hidden");
}

QUESTION("a temperature of 1e-40, and of 1e30; logits up to a million", "温度 1e-40 和 1e30；大到一百万的 logit") {
    const auto gives = [](std::vector<float> logits, float t, std::vector<float> y) {
        grade(with("by-hand", {{"logits", Floats({3}, std::move(logits))}, {"t", t}}), {Floats({3}, std::move(y))});
    };
    // 2^-133, so that nothing is rounded; 1 / t would be infinite.
    gives({0x1p-10f, -0x1p-11f, 0}, 0x1p-133f, {0x1p123f, -0x1p122f, 0});
    gives({3e30f, -1e30f, 2e30f}, 1e30f, {3, -1, 2});
    gives({1e6f, -1e6f, 2}, 0.5f, {2e6f, -2e6f, 4});
}

QUESTION("a vocabulary of one", "词表里只有一个 token") { grade("one-token"); }

QUESTION("a temperature of 0 is refused", "温度为 0 时拒绝") {
    refuses(with("by-hand", {{"t", 0.0f}}));
    refuses(with("by-hand", {{"t", -0.0f}}));
}

QUESTION("a temperature below 0 is refused", "温度小于 0 时拒绝") {
    refuses(with("by-hand", {{"t", -0.5f}}));
    refuses(with("by-hand", {{"t", -1e-30f}}));
    refuses(with("by-hand", {{"t", -infinity}}));
}

QUESTION("a temperature of NaN is refused", "温度为 NaN 时拒绝") { refuses(with("by-hand", {{"t", nan_}})); }

QUESTION("a temperature of +inf is refused", "温度为 +inf 时拒绝") { refuses(with("by-hand", {{"t", infinity}})); }

QUESTION("logits without exactly one axis are refused", "logits 不是一维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{}, {1, 6}, {6, 1}, {2, 3}, {1, 2, 3}}) {
        refuses(with("by-hand", {{"logits", zeros(shape)}}));
    }
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") { refuses(with("by-hand", {{"logits", zeros({0})}})); }

QUESTION("Qwen2's vocabulary of 151,936", "Qwen2 的词表，151936 个 token") {
    const Floats logits = grader::counted({151936}, 3102, 12);
    Floats y = logits;
    for (float& one : y.values) one /= 0.6f;
    grade(with("by-hand", {{"logits", logits}, {"t", 0.6f}}), {y});
}
