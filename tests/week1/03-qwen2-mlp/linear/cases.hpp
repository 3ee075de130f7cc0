// What linear is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("two outputs worked by hand in the chapter", "章节里手算的两个输出") { grade("by-hand"); }

QUESTION("without a bias", "没有偏置") { grade("no-bias"); }

QUESTION("a square weight is still transposed", "方阵权重也要转置") { grade("square"); }

QUESTION("a square weight of 125 inputs", "125 个输入的方阵权重") {
    const std::size_t n = 125;
    const grader::Floats x = grader::counted({3, n}, 3501), weight = grader::counted({n, n}, 3502),
                         bias = grader::counted({n}, 3503);
    grader::Floats y = x;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t o = 0; o < n; ++o) {
            double sum = bias.values[o];
            for (std::size_t k = 0; k < n; ++k) sum += double{x.row(r)[k]} * weight.row(o)[k];
            y.row(r)[o] = static_cast<float>(sum);
        }
    grade(with("by-hand", {{"x", x}, {"weight", weight}, {"bias", bias}}), {y}, {.rtol = 1.3e-6, .atol = 1e-4});
}

QUESTION("as many rows as outputs: the bias goes along the last axis", "行数等于输出数：偏置沿最后一个轴相加") {
    grade("rows-equal-outputs");
}

QUESTION("one input, one output", "一个输入，一个输出") { grade("one-to-one"); }

QUESTION("a single number is multiplied like any row", "只有一个数也照样相乘") {
    const auto one = [](float number) { return grader::Floats({1, 1}, number); };
    grade(with("one-to-one", {{"x", one(2.0f)}, {"weight", one(1.5f)}, {"bias", grader::Floats({1}, 0.25f)}}),
        {one(3.25f)});
}

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    grade(with("by-hand", {{"x", zeros({0, 3})}}), {zeros({0, 2})});
    grade(with("by-hand", {{"x", zeros({2, 0, 3})}}), {zeros({2, 0, 2})});
}

QUESTION("a last axis that does not fit the weight is refused", "最后一个轴与权重不符时拒绝") {
    // (1) would broadcast; (3, 2) would fit a weight that is not transposed; (2, 9) has the elements of three rows.
    // (1, 2) comes first because whoever counts elements refuses it, and whoever checks nothing does not.
    for (const auto& shape : {std::vector<std::size_t>{1, 2}, {1}, {3, 2}, {2, 9}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
    refuses(with("by-hand", {{"weight", zeros({3, 2})}}));
}

QUESTION("a weight without two axes is refused", "权重不是二维时拒绝") {
    // (2, 3, 2) has the right first two; without a bias, nothing else refuses (3).
    refuses(with("by-hand", {{"weight", zeros({2, 3, 2})}}));
    refuses(with("no-bias", {{"weight", zeros({3})}}));
}

QUESTION("a bias that does not fit the weight is refused", "偏置与权重不符时拒绝") {
    // (1) would broadcast, (3) is as long as the input, (1, 2) has the right elements but two axes.
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {1, 2}}) {
        refuses(with("by-hand", {{"bias", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's up projection", "Qwen2-0.5B 的 up 投影") {
    // 896 terms of the order of 1/sqrt(896): plain float32 loops in 3 random orders came to 0.3 of the default
    // tolerance at the worst element.
    grade("qwen2");
}
