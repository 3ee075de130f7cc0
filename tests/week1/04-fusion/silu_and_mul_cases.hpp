// What silu_and_mul is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("one row worked by hand in the chapter") { grade("章节里手算的一行", "by-hand"); }

TEST_CASE("as many rows as columns: the last axis is halved") {
    grade("行数等于列数：切的是最后一维", "rows-equal-columns");
}

TEST_CASE("halves of odd width") { grade("一半是奇数宽度", "odd-half"); }

TEST_CASE("one gate and one up") { grade("一个 gate，一个 up", "one-pair"); }

TEST_CASE("a gate of 100 passes, a gate of -100 closes") { grade("gate 为 100 时全开，为 −100 时全关", "large-gate"); }

TEST_CASE("a single row without leading axes") { grade("没有前置轴的一行", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows of half the width") {
    grade("零行输入得到一半宽度的零行", with("by-hand", {{"x", zeros({0, 6})}}), {zeros({0, 3})});
    grade("零行输入得到一半宽度的零行", with("by-hand", {{"x", zeros({2, 0, 4})}}), {zeros({2, 0, 2})});
}

TEST_CASE("an odd last axis is refused") {
    // (2, 3) has an even number of elements, (0, 5) has none.
    for (const auto& shape : {std::vector<std::size_t>{3}, {2, 3}, {2, 1}, {0, 5}, {2, 2, 7}}) {
        refuses("最后一维为奇数时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's merged width") { grade("Qwen2-0.5B 合并后的宽度", "qwen2"); }
