// What linear is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("two outputs worked by hand in the chapter") { grade("章节里手算的两个输出", "by-hand"); }

TEST_CASE("without a bias") { grade("没有偏置", "no-bias"); }

TEST_CASE("a square weight is still transposed") { grade("方阵权重也要转置", "square"); }

TEST_CASE("as many rows as outputs: the bias goes along the last axis") {
    grade("行数等于输出数：偏置沿最后一维相加", "rows-equal-outputs");
}

TEST_CASE("one input, one output") { grade("一个输入，一个输出", "one-to-one"); }

TEST_CASE("one number is multiplied as any row is") {
    const grader::Tensor one = zeros({1, 1});
    grade("只有一个数也照样相乘",
          with("one-to-one", {{"x", one + 2.0f}, {"weight", one + 1.5f}, {"bias", zeros({1}) + 0.25f}}), {one + 3.25f});
}

TEST_CASE("a single vector") { grade("单个向量", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    grade("零行输入得到零行输出", with("by-hand", {{"x", zeros({0, 3})}}), {zeros({0, 2})});
    grade("零行输入得到零行输出", with("by-hand", {{"x", zeros({2, 0, 3})}}), {zeros({2, 0, 2})});
}

TEST_CASE("a last axis that does not fit the weight is refused") {
    // (1) would broadcast; (3, 2) would fit a weight that is not transposed; (2, 9) has the elements of three rows.
    // (1, 2) comes first because whoever counts elements refuses it, and whoever checks nothing does not.
    for (const auto& shape : {std::vector<std::size_t>{1, 2}, {1}, {3, 2}, {2, 9}}) {
        refuses("最后一维与权重不符时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
    refuses("最后一维与权重不符时拒绝", with("by-hand", {{"weight", zeros({3, 2})}}));
}

TEST_CASE("a weight without two axes is refused") {
    // (2, 3, 2) has the right first two; without a bias, nothing else refuses (3).
    refuses("权重不是二维时拒绝", with("by-hand", {{"weight", zeros({2, 3, 2})}}));
    refuses("权重不是二维时拒绝", with("no-bias", {{"weight", zeros({3})}}));
}

TEST_CASE("a bias that does not fit the weight is refused") {
    // (1) would broadcast, (3) is as long as the input, (1, 2) has the right elements but two axes.
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {1, 2}}) {
        refuses("偏置与权重不符时拒绝", with("by-hand", {{"bias", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's up projection") {
    // 896 terms of the order of 1/sqrt(896): plain float32 loops in 3 random orders came to 0.3 of the default
    // tolerance at the worst element.
    grade("Qwen2-0.5B 的 up 投影", "qwen2");
}
