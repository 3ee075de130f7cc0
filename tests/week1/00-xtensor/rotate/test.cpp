#include "setup.hpp"

#include "grader/questions.hpp"

using grader::counted;
using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("two points worked by hand in the chapter", "章节里手算的两个点") { grade("by-hand"); }

QUESTION("an angle of 0 changes nothing", "角度为 0 时什么都不变") { grade("no-turn"); }

QUESTION("a quarter turn and a half turn", "四分之一圈和半圈") {
    grade("quarter-turn");
    grade("half-turn");
}

QUESTION("one radian", "一弧度") { grade("one-radian"); }

QUESTION("angles near 0, and of 100,000 radians", "接近 0 的角度，以及十万弧度") {
    const grader::Floats x({2}, std::vector<float>{1e4f, 0}), y({2}, std::vector<float>{0, 3e4f});
    for (const float angle : {1e-6f, 0.0005f, -0.04f, 1e5f}) {
        const double c = std::cos(double{angle}), s = std::sin(double{angle});
        grade(with("by-hand", {{"x", x}, {"y", y}, {"angle", angle}}),
            {grader::Floats({2}, std::vector<float>{static_cast<float>(1e4 * c), static_cast<float>(-3e4 * s)}),
                grader::Floats({2}, std::vector<float>{static_cast<float>(1e4 * s), static_cast<float>(3e4 * c)})});
    }
}

QUESTION("a negative angle turns clockwise", "负的角度是顺时针") { grade("clockwise"); }

QUESTION("100 radians: many turns", "100 弧度：转很多圈") { grade("many-turns"); }

QUESTION("rank 2", "二维") {
    grade("wide");
    grade("tall");
}

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("zero elements stay zero elements", "零个元素还是零个元素") {
    for (const auto& shape : {std::vector<std::size_t>{0}, {0, 5}, {2, 0, 3}}) {
        grade(with("by-hand", {{"x", zeros(shape)}, {"y", zeros(shape)}}), {zeros(shape), zeros(shape)});
    }
}

QUESTION("different shapes are refused, and both stay as they were", "形状不同时拒绝，并且两者都保持原样") {
    using Shape = std::vector<std::size_t>;
    // Some would broadcast, and some have equally many elements.
    const std::vector<std::pair<Shape, Shape>> shapes = {{{1}, {3}}, {{3}, {1}}, {{3}, {4}}, {{2, 3}, {3}},
        {{3}, {2, 3}}, {{2, 3}, {3, 2}}, {{6}, {2, 3}}, {{1, 3}, {3}}, {{}, {3}}, {{}, {1}}, {{0}, {1}}};
    for (const auto& [x, y] : shapes) {
        refuses(with("by-hand", {{"x", counted(x, 7151, 3)}, {"y", counted(y, 7152, 3)}}));
    }
}

QUESTION("one token of Qwen2-0.5B: 14 heads, 32 pairs", "Qwen2-0.5B 的一个 token：14 个头，32 对") { grade("qwen2"); }

QUESTION("1024 x 70 points", "1024 x 70 个点") {
    const float angle = 0.9f;
    const Floats x = counted({1024, 70}, 7161, 3), y = counted({1024, 70}, 7162, 3);
    Floats turned_x = x, turned_y = y;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double c = std::cos(double{angle}), s = std::sin(double{angle}), a = x.values[i], b = y.values[i];
        turned_x.values[i] = static_cast<float>(a * c - b * s);
        turned_y.values[i] = static_cast<float>(a * s + b * c);
    }
    grade(with("by-hand", {{"x", x}, {"y", y}, {"angle", double{angle}}}), {turned_x, turned_y});
}

QUESTION("one point, and one without an axis", "只有一个点，以及没有轴的一个点") {
    grade("one-point");
    grade("no-axis");
}
