#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("one row worked by hand in the chapter", "章节里手算的一行") { grade("by-hand"); }

QUESTION("the gate is in the first half of the rows", "gate 在前一半的行里") { grade("narrow"); }

QUESTION("square gate and up", "gate 与 up 都是方阵") { grade("square"); }

QUESTION("a square merged matrix is still transposed", "合并后的方阵也要转置") { grade("merged-is-square"); }

QUESTION("one hidden element", "中间层只有一个元素") { grade("one-hidden"); }

QUESTION("a gate far from zero opens and closes", "远离零的门：全开与全关") { grade("large-gate"); }

QUESTION("gates from -15 to 30: nothing is cut off", "gate 从 -15 到 30：什么都不截断") {
    std::vector<float> y;
    for (const double z : far_gates) y.push_back(static_cast<float>(z / (1 + std::exp(-z)) * z));
    grade(with("by-hand", {{"x", grader::Floats({12, 1}, far_gates)},
                              {"w_gate_up", grader::Floats({2, 1}, std::vector<float>{1, 1})},
                              {"w_down", grader::Floats({1, 1}, 1.0f)}}),
        {grader::Floats({12, 1}, y)});
}

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // What the first product gives is 1.
    const grader::Floats row({1, 8192}, 1.0f), both({2, 8192}, 1.0f / 8192), column({8192, 1}, 2.0f);
    grade(with("by-hand", {{"x", row}, {"w_gate_up", both}, {"w_down", column}}),
        {grader::Floats({1, 8192}, float(2 / (1 + std::exp(-1.0))))});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a last axis other than dim is refused", "最后一个轴的长度不等于 dim 时拒绝") {
    // (2, 6) has the width of gate and up; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 6}, {2, 1}, {1}, {1, 4}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's real size", "Qwen2-0.5B 的真实尺寸") {
    // As in qwen2_mlp's test: sums of 4864 terms that carry the rounding of the product before.
    grade("qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}

QUESTION(
    "77 outside and 93 inside; 70,000 hidden elements, and 300 rows", "外面 77，里面 93；中间层 70000 个元素；300 行") {
    grade("odd-widths");
    const std::size_t I = 70'000;  // silu(100) is 100
    grader::Floats w_gate_up({2 * I, 1}, 100.0f);
    std::fill(w_gate_up.begin() + I, w_gate_up.end(), 1.0f);
    grade(with("by-hand", {{"x", grader::Floats({1, 1}, 1.0f)}, {"w_gate_up", w_gate_up}, {"w_down", adds_few_of(I)}}),
        {grader::Floats({1, 1}, 1900.0f)});
    // None below 0: silu by tanh is right there, too, but rounds much that is taken times 20 x.
    grader::Floats x = grader::counted({300, 1}, 1091, 300);
    for (float& v : x) v = std::abs(v);
    grader::Floats y = x;
    for (float& v : y) v = static_cast<float>(v / (1 + std::exp(-double{v})) * 20 * v);
    grade(with("by-hand", {{"x", x}, {"w_gate_up", grader::Floats({2, 1}, std::vector<float>{1, 20})},
                              {"w_down", grader::Floats({1, 1}, 1.0f)}}),
        {y});
}
