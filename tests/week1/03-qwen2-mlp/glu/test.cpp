#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("GLU, the sigmoid: one row worked by hand in the chapter", "GLU，sigmoid 门：章节里手算的一行") {
    grade("by-hand-sigmoid");
}

QUESTION("ReGLU, the ReLU: one row worked by hand in the chapter", "ReGLU，ReLU 门：章节里手算的一行") {
    grade("by-hand-relu");
}

QUESTION("GEGLU, the exact GELU: one row worked by hand in the chapter", "GEGLU，精确的 GELU 门：章节里手算的一行") {
    grade("by-hand-gelu");
}

QUESTION("SwiGLU, the SiLU: one row worked by hand in the chapter", "SwiGLU，SiLU 门：章节里手算的一行") {
    grade("by-hand-silu");
}

QUESTION(
    "GLU: a gate far from zero opens and closes; at zero it's half open", "GLU：远离零的门，全开与全关；零处半开") {
    grade("far-sigmoid");
    grader::Floats half = zeros({1, 2});  // of up, which is 3, 2, 2
    half.values = {2.5f, 0};
    grade(with("by-hand-sigmoid", {{"w_gate", zeros({3, 2})}}), {half});
}

QUESTION("ReGLU: a gate far from zero", "ReGLU：远离零的门") { grade("far-relu"); }

QUESTION("GEGLU: a gate far from zero", "GEGLU：远离零的门") { grade("far-gelu"); }

QUESTION("SwiGLU: a gate far from zero", "SwiGLU：远离零的门") { grade("far-silu"); }

QUESTION("GLU and SwiGLU: gates from -15 to 30: nothing is cut off", "GLU 和 SwiGLU：gate 从 -15 到 30：什么都不截断") {
    for (const bool silu : {false, true}) {
        std::vector<float> y;
        for (const double z : far_gates) y.push_back(static_cast<float>((silu ? z : 1) / (1 + std::exp(-z)) * z));
        const auto one = [](float number) { return grader::Floats({1, 1}, number); };
        grade(
            with(silu ? "by-hand-silu" : "by-hand-sigmoid",
                {{"x", grader::Floats({12, 1}, far_gates)}, {"w_gate", one(1)}, {"w_up", one(1)}, {"w_down", one(1)}}),
            {grader::Floats({12, 1}, y)});
    }
}

QUESTION("gate and up are not the same", "gate 与 up 不能互换") { grade("narrow"); }

QUESTION("square weights are still transposed", "方阵权重也要转置") { grade("square"); }

QUESTION("wider outside than inside", "外面比里面宽") { grade("wide"); }

QUESTION("one hidden element", "中间层只有一个元素") { grade("one-hidden"); }

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        for (const auto* name : {"by-hand-sigmoid", "by-hand-relu", "by-hand-gelu", "by-hand-silu"}) {
            grade(with(name, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

QUESTION("a last axis that does not fit w_gate is refused", "最后一个轴与 w_gate 不符时拒绝") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses(with("by-hand-silu", {{"x", zeros(shape)}}));
    }
}

QUESTION("weights that do not fit each other are refused", "权重互不相符时拒绝") {
    // By hand, w_gate and w_up are (3, 2) and w_down is (2, 3). One hidden element would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{1, 2}, {4, 2}, {2, 3}, {2}}) {
        refuses(with("by-hand-silu", {{"w_gate", zeros(shape)}}));
        refuses(with("by-hand-silu", {{"w_up", zeros(shape)}}));
    }
    // With (5, 3) every product fits, but the layer would give back more elements than it takes.
    for (const auto& shape : {std::vector<std::size_t>{3, 2}, {2, 4}, {5, 3}, {3}}) {
        refuses(with("by-hand-silu", {{"w_down", zeros(shape)}}));
    }
}

QUESTION("SwiGLU at Qwen2-0.5B's size", "Qwen2-0.5B 尺寸的 SwiGLU") {
    // Rounding is carried through the gate into sums of 4864 terms: plain float32 loops in 6 random orders came to
    // 0.7 of the default atol. Three times the default leaves them room.
    grade("qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}

QUESTION("GEGLU at T5 1.1 small's size", "T5 1.1 small 尺寸的 GEGLU") { grade("t5"); }

QUESTION(
    "77 outside and 93 inside; 70,000 hidden elements, and 300 rows", "外面 77，里面 93；中间层 70000 个元素；300 行") {
    grade("odd-widths");
    const std::size_t I = 70'000;
    const grader::Floats one({1, 1}, 1.0f), ones({I, 1}, 1.0f);
    grade(with("by-hand-relu", {{"x", one}, {"w_gate", ones}, {"w_up", ones}, {"w_down", adds_few_of(I)}}),
        {grader::Floats({1, 1}, 19.0f)});
    const grader::Floats x = grader::counted({300, 1}, 891, 30);
    grader::Floats y = x;
    for (float& v : y) v = static_cast<float>(v / (1 + std::exp(-double{v})));
    grade(with("by-hand-sigmoid", {{"x", x}, {"w_gate", one}, {"w_up", one}, {"w_down", one}}), {y});
}
