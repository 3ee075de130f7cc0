// What add_rms_norm is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

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

grader::Call bad(const std::string& function, const std::vector<std::pair<std::string, grader::Value>>& tensors) {
    grader::Call call = with("by-hand", tensors);
    call.function = function;
    return call;
}

}  // namespace

QUESTION("four values worked by hand in the chapter", "章节里手算的四个值") { grade("by-hand"); }

QUESTION("each row has its own mean square", "每一行有自己的均方") { grade("two-rows"); }

QUESTION("tiny rows: eps decides", "很小的行：eps 起决定作用") { grade("tiny-rows"); }

QUESTION("a large eps counts too", "很大的 eps 也要算进去") { grade("large-eps"); }

QUESTION("x and the residual cancel", "x 与残差相互抵消") { grade("they-cancel"); }

QUESTION("a row of one", "只有一个元素的行") { grade("rows-of-one"); }

QUESTION("rows far from zero: the mean is not subtracted", "远离零的行：不减均值") { grade("far-from-zero"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x", "residual"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // The mean square is 1.
    grade(with("by-hand", {{"x", by_turns(0.25f)}, {"residual", by_turns(0.75f)},
                              {"weight", grader::Floats({8192}, 2.0f)}, {"eps", 0.5}}),
        {by_turns(float(2 / std::sqrt(1.5))), by_turns(1)});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        for (const char* function : {"", "bfloat16"}) {
            grade(bad(function, {{"x", zeros(shape)}, {"residual", zeros(shape)}}), {zeros(shape), zeros(shape)});
        }
    }
}

QUESTION("a residual of another shape is refused", "残差形状不同时拒绝") {
    // (4), (1, 1) and (2, 4) would broadcast with (1, 4); (4, 1) too, to (4, 4).
    for (const auto& shape : {std::vector<std::size_t>{4}, {1, 1}, {2, 4}, {4, 1}, {1, 5}}) {
        for (const char* function : {"", "bfloat16"}) {
            refuses(bad(function, {{"residual", zeros(shape)}}));
        }
    }
}

QUESTION("a weight that does not fit is refused", "权重形状不符时拒绝") {
    // (1) and (1, 4) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{1}, {5}, {1, 4}, {2, 2}}) {
        for (const char* function : {"", "bfloat16"}) {
            refuses(bad(function, {{"weight", zeros(shape)}}));
        }
    }
}

QUESTION("Qwen2-0.5B's hidden size and eps", "Qwen2-0.5B 的隐藏层大小和 eps") { grade("qwen2"); }

QUESTION("bfloat16: the norm is of the sum before it is rounded", "bfloat16：归一化用的是舍入之前的相加结果") {
    grade("bfloat16", almost_exact);
}

QUESTION("bfloat16, tiny rows: eps decides", "bfloat16，很小的行：eps 起决定作用") {
    grade("bfloat16-tiny-rows", almost_exact);
}

QUESTION("bfloat16, weights that are not powers of two: either order of rounding",
    "bfloat16，权重不是 2 的幂：先舍入或后舍入都可以") {
    grade("bfloat16-weights", one_ulp);
}

QUESTION("bfloat16, rank 3 and rank 1", "bfloat16，三维和一维") {
    grade("bfloat16-rank-3", almost_exact);
    const auto row = [](float a, float b, float c, float d) {
        return grader::Floats({4}, std::vector<float>{a, b, c, d});
    };
    grade(with("bfloat16-rank-3",
              {{"x", row(1, -1, 2, 1)}, {"residual", row(0, 3, 1, 3)}, {"weight", row(1, 1, 2, 0.5f)}}),
        {row(0.36523438f, 0.73046875f, 2.1875f, 0.73046875f), row(1, 2, 3, 4)}, almost_exact);
}

QUESTION("bfloat16, Qwen2-0.5B's hidden size: statistics in float32",
    "bfloat16，Qwen2-0.5B 的隐藏层大小：统计量用 float32") {
    grade("bfloat16-qwen2", almost_exact);
}
