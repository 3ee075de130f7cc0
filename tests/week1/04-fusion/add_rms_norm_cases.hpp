// What add_rms_norm is asked, and its fast twin too.
#pragma once

#include "support/grade.hpp"

using grader::grade;
using grader::refuses;
using grader::Tolerance;
using grader::with;
using grader::zeros;

namespace {

/// Where all weights are powers of two, rounding before or after them is the same, and next to nothing is off.
constexpr Tolerance almost_exact{.bits = 8, .most_off = 0.01};

/// One unit in the last place: what the two orders may differ by.
constexpr Tolerance one_ulp{.bits = 8};

grader::Call bad(const std::string& function, std::vector<std::pair<std::string, grader::Tensor>> tensors) {
    grader::Call call = with("by-hand", std::move(tensors));
    call.function = function;
    return call;
}

}  // namespace

TEST_CASE("four values worked by hand in the chapter") { grade("章节里手算的四个值", "by-hand"); }

TEST_CASE("each row has its own mean square") { grade("每一行有自己的均方", "two-rows"); }

TEST_CASE("tiny rows: eps decides") { grade("很小的行：eps 起决定作用", "tiny-rows"); }

TEST_CASE("a large eps counts too") { grade("很大的 eps 也要算进去", "large-eps"); }

TEST_CASE("x and the residual cancel") { grade("x 与残差相互抵消", "they-cancel"); }

TEST_CASE("a row of one") { grade("只有一个元素的行", "rows-of-one"); }

TEST_CASE("rows far from zero: the mean stays in") { grade("远离零的行：不减均值", "far-from-zero"); }

TEST_CASE("as many rows as columns") { grade("行数等于列数", "square"); }

TEST_CASE("rank 1") { grade("一维", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        for (const char* function : {"", "bfloat16"}) {
            grade("零行输入得到零行输出", bad(function, {{"x", zeros(shape)}, {"residual", zeros(shape)}}),
                  {zeros(shape), zeros(shape)});
        }
    }
}

TEST_CASE("a residual of another shape is refused") {
    // (4), (1, 1) and (2, 4) would broadcast with (1, 4); (4, 1) too, to (4, 4).
    for (const auto& shape : {std::vector<std::size_t>{4}, {1, 1}, {2, 4}, {4, 1}, {1, 5}}) {
        for (const char* function : {"", "bfloat16"}) {
            refuses("残差形状不同时拒绝", bad(function, {{"residual", zeros(shape)}}));
        }
    }
}

TEST_CASE("a weight that does not fit is refused") {
    // (1) and (1, 4) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{1}, {5}, {1, 4}, {2, 2}}) {
        for (const char* function : {"", "bfloat16"}) {
            refuses("权重形状不符时拒绝", bad(function, {{"weight", zeros(shape)}}));
        }
    }
}

TEST_CASE("Qwen2-0.5B's hidden size and eps") { grade("Qwen2-0.5B 的隐藏层宽度和 eps", "qwen2"); }

TEST_CASE("bfloat16: the norm is of the sum before it is rounded") {
    grade("bfloat16：归一化用的是舍入之前的和", "bfloat16", almost_exact);
}

TEST_CASE("bfloat16, tiny rows: eps decides") {
    grade("bfloat16，很小的行：eps 起决定作用", "bfloat16-tiny-rows", almost_exact);
}

TEST_CASE("bfloat16, weights that are no powers of two: either order of rounding") {
    grade("bfloat16，权重不是 2 的幂：先舍入或后舍入都可以", "bfloat16-weights", one_ulp);
}

TEST_CASE("bfloat16, rank 3") { grade("bfloat16，三维", "bfloat16-rank-3", almost_exact); }

TEST_CASE("bfloat16, Qwen2-0.5B's hidden size: statistics in float32") {
    grade("bfloat16，Qwen2-0.5B 的隐藏层宽度：统计量用 float32", "bfloat16-qwen2", almost_exact);
}
