#include "merged_qwen2_mlp.hpp"

#include "support/grade.hpp"
#include "tests/week1/04-fusion/merged_qwen2_mlp_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("one row worked by hand in the chapter") { grade("章节里手算的一行", "by-hand"); }

TEST_CASE("the gate is in the first half of the rows") { grade("gate 在前一半的行里", "narrow"); }

TEST_CASE("square gate and up") { grade("gate 与 up 都是方阵", "square"); }

TEST_CASE("a square merged matrix is still transposed") { grade("合并后的方阵也要转置", "merged-is-square"); }

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
    // (2, 6) has the width of gate and up; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 6}, {2, 1}, {1}, {1, 4}}) {
        refuses("最后一维不等于 dim 时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's real size") {
    // As in qwen2_mlp's test: sums of 4864 terms that carry the rounding of the product before.
    grade("Qwen2-0.5B 的真实尺寸", "qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}
