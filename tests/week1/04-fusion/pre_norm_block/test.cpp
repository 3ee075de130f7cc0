#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("one row worked by hand in the chapter, with the identity as attention", "章节里手算的一行，注意力取恒等") {
    grade("by-hand");
}

QUESTION("threaded: the chapter's row, in two parts", "延迟相加形式：章节里的那一行，分成两部分") {
    grade("threaded-by-hand");
}

QUESTION("attention reads the normalized rows and is added to x", "注意力读归一化后的行，结果加到 x 上") {
    grade("mixing-rows");
}

QUESTION("threaded: a layer in the middle", "延迟相加形式：中间的一层") { grade("threaded"); }

QUESTION("threaded: the first layer has no residual yet", "延迟相加形式：第一层还没有残差") { grade("threaded-first"); }

QUESTION("each norm has its own eps", "两个归一化各有自己的 eps") { grade("two-eps"); }

QUESTION("threaded: each norm has its own eps", "延迟相加形式：两个归一化各有自己的 eps") {
    grade("threaded-two-eps");
    grade("threaded-first-two-eps");
}

QUESTION("as many rows as columns", "行数等于列数") {
    grade("square");
    grade("threaded-square");
}

QUESTION("a row of one", "只有一个元素的行") {
    grade("one-element");
    grade("threaded-one-element");
}

QUESTION("two layers in a row: both forms agree", "连续两层：两种形式一致") { grade("two-layers"); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    const auto none = zeros({0, 2});
    grade(with("by-hand", {{"x", none}}), {none});
    grade(with("threaded-by-hand", {{"hidden", none}, {"residual", none}}), {none, none});
}

QUESTION("an x of another width, or without exactly two axes, is refused", "宽度不对或不是二维时拒绝") {
    // (2), (1, 1, 2) and (1, 2, 2) have the right last axis, the last one the right axis 1 as well; (2, 1) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {2}, {1, 1, 2}, {1, 2, 2}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
        refuses(with("threaded-by-hand", {{"hidden", zeros(shape)}, {"residual", zeros(shape)}}));
    }
}

QUESTION("a residual of another shape is refused", "残差形状不同时拒绝") {
    // (2), (1, 1) and (3, 2) would broadcast with (1, 2).
    for (const auto& shape : {std::vector<std::size_t>{2}, {1, 1}, {3, 2}, {1, 3}}) {
        refuses(with("threaded-by-hand", {{"residual", zeros(shape)}}));
    }
}

// Norm weights within 1 keep the sums small: plain float32 loops came to 0.3 of the default tolerance.
QUESTION("Qwen2-0.5B's real size", "Qwen2-0.5B 的真实尺寸") { grade("qwen2"); }

QUESTION("threaded: Qwen2-0.5B's real size", "延迟相加形式：Qwen2-0.5B 的真实尺寸") { grade("threaded-qwen2"); }

QUESTION("24 layers in a row, as many as Qwen2-0.5B has: both forms agree",
    "连续 24 层，与 Qwen2-0.5B 一样多：两种形式一致") {
    // All layers have the same weights. Attention is the identity.
    // Values reach 108, and what 24 layers round adds up.
    grade("24-layers", {.rtol = 1.3e-6, .atol = 1e-4});
}

QUESTION("300 rows of numbers up to 100,000", "300 行，数值大到 ±100000") {
    const std::size_t L = 300;
    const grader::Floats x = grader::counted({L, 2}, 1391, 1e5f), one({1, 2}, 1.0f);
    grader::Floats y = x;
    const auto normalized = [](double& a, double& b) {
        const double root = std::sqrt((a * a + b * b) / 2 + 1e-6);
        a /= root;
        b /= root;
    };
    for (std::size_t i = 0; i < L; ++i) {
        double a = x.row(i)[0], b = x.row(i)[1];
        normalized(a, b);
        const double h[2] = {x.row(i)[0] + a, x.row(i)[1] + b};
        a = h[0], b = h[1];
        normalized(a, b);
        const double both = a + b, gated = both / (1 + std::exp(-both)) * both;
        for (std::size_t e = 0; e < 2; ++e) y.row(i)[e] = static_cast<float>(h[e] + gated);
    }
    grade(with("by-hand", {{"x", x}, {"norm1", grader::Floats({2}, 1.0f)}, {"norm2", grader::Floats({2}, 1.0f)},
                              {"w_gate", one}, {"w_up", one}, {"w_down", grader::Floats({2, 1}, 1.0f)}}),
        {y});
}
