// What rms_norm is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("four values worked by hand in the chapter") { grade("章节里手算的四个值", "by-hand"); }

TEST_CASE("each row has its own mean square") { grade("每一行有自己的均方", "two-rows"); }

TEST_CASE("tiny rows: eps decides") { grade("很小的行：eps 起决定作用", "tiny-rows"); }

TEST_CASE("a large eps counts too") { grade("很大的 eps 也要算进去", "large-eps"); }

TEST_CASE("eps is the one that was given") { grade("用的是传入的 eps", "other-eps"); }

TEST_CASE("a row of zeros gives zeros") { grade("全零的行得到零", "row-of-zeros"); }

TEST_CASE("a row of one") { grade("只有一个元素的行", "rows-of-one"); }

TEST_CASE("rows far from zero: the mean stays in") { grade("远离零的行：不减均值", "far-from-zero"); }

TEST_CASE("values to 10,000") { grade("大到 ±10000 的值", "large"); }

TEST_CASE("rank 1") { grade("一维", "rank-1"); }

TEST_CASE("as many rows as columns") { grade("行数等于列数", "square"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        grade("零行输入得到零行输出", with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

TEST_CASE("a last axis other than dim is refused") {
    // (2, 1) and (1) would broadcast against a weight of four. They come first: elsewhere xtensor throws by itself.
    for (const auto& shape : {std::vector<std::size_t>{2, 1}, {1}, {2, 3}, {4, 2}, {3, 4, 5}}) {
        refuses("最后一维不等于 dim 时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's hidden size and eps") { grade("Qwen2-0.5B 的隐藏层宽度和 eps", "qwen2"); }
