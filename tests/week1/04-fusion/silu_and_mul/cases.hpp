// What silu_and_mul is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("one row worked by hand in the chapter", "章节里手算的一行") { grade("by-hand"); }

QUESTION("as many rows as columns: the last axis is halved", "行数等于列数：切的是最后一个轴") {
    grade("rows-equal-columns");
}

QUESTION("halves of odd width", "一半是奇数宽度") { grade("odd-half"); }

QUESTION("one gate and one up", "一个 gate，一个 up") { grade("one-pair"); }

QUESTION("a gate of 100 passes, a gate of -100 closes", "gate 为 100 时全开，为 −100 时全关") { grade("large-gate"); }

QUESTION("gates from -15 to 30: nothing is cut off", "gate 从 -15 到 30：什么都不截断") {
    std::vector<float> x, y;
    for (const float gate : far_gates) {
        x.insert(x.end(), {gate, 8.0f});
        y.push_back(static_cast<float>(8.0 * gate / (1 + std::exp(-double{gate}))));
    }
    grade({"", {{"x", grader::Floats({12, 2}, x)}}}, {grader::Floats({12, 1}, y)});
}

QUESTION("a single row without leading axes", "没有前置轴的一行") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("zero rows give zero rows of half the width", "零行输入得到一半宽度的零行") {
    grade(with("by-hand", {{"x", zeros({0, 6})}}), {zeros({0, 3})});
    grade(with("by-hand", {{"x", zeros({2, 0, 4})}}), {zeros({2, 0, 2})});
    grade(with("by-hand", {{"x", zeros({2, 0})}}), {zeros({2, 0})});  // and no columns: nothing to divide by
}

QUESTION("an odd last axis is refused", "最后一个轴的长度为奇数时拒绝") {
    // (2, 3) has an even number of elements, (0, 5) has none.
    for (const auto& shape : {std::vector<std::size_t>{3}, {2, 3}, {2, 1}, {0, 5}, {2, 2, 7}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's merged width", "Qwen2-0.5B 合并后的宽度") { grade("qwen2"); }
