// What qwen2_mlp is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("one row worked by hand in the chapter") { grade("章节里手算的一行", "by-hand"); }

TEST_CASE("gate and up are not the same") { grade("gate 与 up 不能互换", "narrow"); }

TEST_CASE("square weights are still transposed") { grade("方阵权重也要转置", "square"); }

TEST_CASE("wider outside than inside") { grade("外面比里面宽", "wide"); }

TEST_CASE("one hidden element") { grade("中间层只有一个元素", "one-hidden"); }

TEST_CASE("a gate far from zero opens and closes") { grade("远离零的门：全开与全关", "large-gate"); }

TEST_CASE("a single vector") { grade("单个向量", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        grade("零行输入得到零行输出", with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

TEST_CASE("a last axis other than dim is refused") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses("最后一维不等于 dim 时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's real size") {
    // The rounding of two products is carried through the gate into sums of 4864 terms: plain float32 loops in 3
    // random orders came to 0.6 of the default atol. Three times the default leaves them room.
    grade("Qwen2-0.5B 的真实尺寸", "qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}
