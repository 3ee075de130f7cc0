// What rms_norm is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("four values worked by hand in the chapter", "章节里手算的四个值") { grade("by-hand"); }

QUESTION("each row has its own mean square", "每一行有自己的均方") { grade("two-rows"); }

QUESTION("tiny rows: eps decides", "很小的行：eps 起决定作用") { grade("tiny-rows"); }

QUESTION("a large eps counts too", "很大的 eps 也要算进去") { grade("large-eps"); }

QUESTION("the given eps is used", "用的是传入的 eps") { grade("other-eps"); }

QUESTION("a row of zeros gives zeros", "全零的行得到零") { grade("row-of-zeros"); }

QUESTION("a row of one", "只有一个元素的行") { grade("rows-of-one"); }

QUESTION("rows far from zero: the mean is not subtracted", "远离零的行：不减均值") { grade("far-from-zero"); }

QUESTION("values up to 10,000", "大到 ±10000 的值") { grade("large"); }

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("93 rows of 93, large and small, and an eps that counts", "93 行，每行 93 个，有大有小，eps 起作用") {
    const std::size_t n = 93;
    const float eps = 1e-3f;
    grader::Floats x = grader::counted({n, n}, 3521);
    const grader::Floats weight = grader::counted({n}, 3522);
    for (std::size_t i = 0; i < x.size(); ++i) x.values[i] *= i / n % 3 == 0 ? 1.0f : i / n % 3 == 1 ? 0.03f : 0.001f;
    grader::Floats y = x;
    for (std::size_t r = 0; r < n; ++r) {
        double squares = 0;
        for (std::size_t i = 0; i < n; ++i) squares += double{x.row(r)[i]} * x.row(r)[i];
        const double root = std::sqrt(squares / n + double{eps});
        for (std::size_t i = 0; i < n; ++i) y.row(r)[i] = static_cast<float>(x.row(r)[i] / root * weight.values[i]);
    }
    grade(with("by-hand", {{"x", x}, {"weight", weight}, {"eps", eps}}), {y});
}

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // The mean square is 1.
    grade(with("by-hand", {{"x", by_turns(1)}, {"weight", grader::Floats({8192}, 2.0f)}, {"eps", 0.5}}),
        {by_turns(float(2 / std::sqrt(1.5)))});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a last axis other than dim is refused", "最后一个轴的长度不等于 dim 时拒绝") {
    // (2, 1) and (1) would broadcast against a weight of four. They come first: elsewhere xtensor throws by itself.
    for (const auto& shape : {std::vector<std::size_t>{2, 1}, {1}, {2, 3}, {4, 2}, {3, 4, 5}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's hidden size and eps", "Qwen2-0.5B 的隐藏层大小和 eps") { grade("qwen2"); }
