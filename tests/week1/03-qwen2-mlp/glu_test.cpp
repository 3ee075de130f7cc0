#include "glu.hpp"

#include "support/grade.hpp"
#include "tests/week1/03-qwen2-mlp/glu_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("GLU, the sigmoid: one row worked by hand in the chapter") {
    grade("GLU，sigmoid 门：章节里手算的一行", "by-hand-sigmoid");
}

TEST_CASE("ReGLU, the ReLU: one row worked by hand in the chapter") {
    grade("ReGLU，ReLU 门：章节里手算的一行", "by-hand-relu");
}

TEST_CASE("GEGLU, the exact GELU: one row worked by hand in the chapter") {
    grade("GEGLU，精确的 GELU 门：章节里手算的一行", "by-hand-gelu");
}

TEST_CASE("SwiGLU, the SiLU: one row worked by hand in the chapter") {
    grade("SwiGLU，SiLU 门：章节里手算的一行", "by-hand-silu");
}

TEST_CASE("GLU: a gate far from zero opens and closes") { grade("GLU：远离零的门，全开与全关", "far-sigmoid"); }

TEST_CASE("ReGLU: a gate far from zero") { grade("ReGLU：远离零的门", "far-relu"); }

TEST_CASE("GEGLU: a gate far from zero") { grade("GEGLU：远离零的门", "far-gelu"); }

TEST_CASE("SwiGLU: a gate far from zero") { grade("SwiGLU：远离零的门", "far-silu"); }

TEST_CASE("gate and up are not the same") { grade("gate 与 up 不能互换", "narrow"); }

TEST_CASE("square weights are still transposed") { grade("方阵权重也要转置", "square"); }

TEST_CASE("wider outside than inside") { grade("外面比里面宽", "wide"); }

TEST_CASE("one hidden element") { grade("中间层只有一个元素", "one-hidden"); }

TEST_CASE("a single vector") { grade("单个向量", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        for (const auto* name : {"by-hand-sigmoid", "by-hand-relu", "by-hand-gelu", "by-hand-silu"}) {
            grade("零行输入得到零行输出", with(name, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

TEST_CASE("a last axis that does not fit w_gate is refused") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses("最后一维与 w_gate 不符时拒绝", with("by-hand-silu", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("weights that do not fit each other are refused") {
    // By hand, w_gate and w_up are (3, 2) and w_down is (2, 3). One hidden element would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{1, 2}, {4, 2}, {2, 3}, {2}}) {
        refuses("权重互不相符时拒绝", with("by-hand-silu", {{"w_gate", zeros(shape)}}));
        refuses("权重互不相符时拒绝", with("by-hand-silu", {{"w_up", zeros(shape)}}));
    }
    // With (5, 3) every product fits, but the layer would give back more elements than it takes.
    for (const auto& shape : {std::vector<std::size_t>{3, 2}, {2, 4}, {5, 3}, {3}}) {
        refuses("权重互不相符时拒绝", with("by-hand-silu", {{"w_down", zeros(shape)}}));
    }
}

TEST_CASE("SwiGLU at Qwen2-0.5B's size") {
    // Rounding is carried through the gate into sums of 4864 terms: plain float32 loops in 6 random orders came to
    // 0.7 of the default atol. Three times the default leaves them room.
    grade("Qwen2-0.5B 尺寸的 SwiGLU", "qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}

TEST_CASE("GEGLU at T5 1.1 small's size") { grade("T5 1.1 small 尺寸的 GEGLU", "t5"); }
