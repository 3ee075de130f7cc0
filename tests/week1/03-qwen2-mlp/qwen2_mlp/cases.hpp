// What qwen2_mlp is asked, and its fast twin too.
#pragma once

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("one row worked by hand in the chapter", "章节里手算的一行") { grade("by-hand"); }

QUESTION("gate and up are not the same", "gate 与 up 不能互换") { grade("narrow"); }

QUESTION("square weights are still transposed", "方阵权重也要转置") { grade("square"); }

QUESTION("wider outside than inside", "外面比里面宽") { grade("wide"); }

QUESTION("one hidden element", "中间层只有一个元素") { grade("one-hidden"); }

QUESTION("a gate far from zero opens and closes", "远离零的门：全开与全关") { grade("large-gate"); }

QUESTION("gates from -15 to 30: nothing is cut off", "gate 从 -15 到 30：什么都不截断") {
    const std::vector<float> gates = {-15, -12, -10.5f, -9, -7, -6, 6, 6.5f, 8, 9, 12, 16, 22, 30};
    for (const float up : {0.125f, 1.0f}) {
        std::vector<float> y;
        for (const double z : gates) y.push_back(static_cast<float>(z / (1 + std::exp(-z)) * z * double{up}));
        const auto one = [](float number) { return grader::Floats({1, 1}, number); };
        grade(with("by-hand",
                  {{"x", grader::Floats({14, 1}, gates)}, {"w_gate", one(1)}, {"w_up", one(up)}, {"w_down", one(1)}}),
            {grader::Floats({14, 1}, y)});
    }
}

QUESTION("square weights and large gates", "方阵权重，gate 很大") {
    constexpr std::size_t n = 8;
    const grader::Floats x = grader::counted({4, n}, 3511, 3), w_gate = grader::counted({n, n}, 3512, 5),
                         w_up = grader::counted({n, n}, 3513, 5), w_down = grader::counted({n, n}, 3514);
    const auto product = [](const grader::Floats& w, std::size_t o, const auto& row) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += double{w.row(o)[k]} * row[k];
        return sum;
    };
    grader::Floats y = x;
    for (std::size_t r = 0; r < 4; ++r) {
        double hidden[n];
        for (std::size_t i = 0; i < n; ++i) {
            const double z = product(w_gate, i, x.row(r));
            hidden[i] = z / (1 + std::exp(-z)) * product(w_up, i, x.row(r));
        }
        for (std::size_t o = 0; o < n; ++o) y.row(r)[o] = static_cast<float>(product(w_down, o, hidden));
    }
    grade(with("by-hand", {{"x", x}, {"w_gate", w_gate}, {"w_up", w_up}, {"w_down", w_down}}), {y},
        {.rtol = 1.3e-6, .atol = 1e-3});
}

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // What the first product gives is 1.
    const grader::Floats row({1, 8192}, 1.0f), share({1, 8192}, 1.0f / 8192), column({8192, 1}, 2.0f);
    grade(with("by-hand", {{"x", row}, {"w_gate", share}, {"w_up", share}, {"w_down", column}}),
        {grader::Floats({1, 8192}, float(2 / (1 + std::exp(-1.0))))});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a last axis other than dim is refused", "最后一个轴的长度不等于 dim 时拒绝") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's real size", "Qwen2-0.5B 的真实尺寸") {
    // The rounding of two products is carried through the gate into sums of 4864 terms: plain float32 loops in 3
    // random orders came to 0.6 of the default atol. Three times the default leaves them room.
    grade("qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}
