#include "pre_norm_block.hpp"

#include "support/grade.hpp"
#include "tests/week1/04-fusion/pre_norm_block_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("one row worked by hand in the chapter, attention the identity") {
    grade("章节里手算的一行，注意力取恒等", "by-hand");
}

TEST_CASE("threaded: the same row, in two parts") { grade("threaded：同一行，分成两部分", "threaded-by-hand"); }

TEST_CASE("attention reads the normalized rows and is added to x") {
    grade("注意力读归一化后的行，结果加到 x 上", "mixing-rows");
}

TEST_CASE("threaded: a layer in the middle") { grade("threaded：中间的一层", "threaded"); }

TEST_CASE("threaded: the first layer has no residual yet") { grade("threaded：第一层还没有残差", "threaded-first"); }

TEST_CASE("each norm has its own eps") {
    grade("两个归一化各有自己的 eps", "two-eps");
    grade("两个归一化各有自己的 eps", "threaded-two-eps");
}

TEST_CASE("as many rows as columns") {
    grade("行数等于列数", "square");
    grade("行数等于列数", "threaded-square");
}

TEST_CASE("a row of one") {
    grade("只有一个元素的行", "one-element");
    grade("只有一个元素的行", "threaded-one-element");
}

TEST_CASE("two layers in a row: both forms agree") { grade("连续两层：两种形式一致", "two-layers"); }

TEST_CASE("zero rows give zero rows") {
    const auto none = zeros({0, 2});
    grade("零行输入得到零行输出", with("by-hand", {{"x", none}}), {none});
    grade("零行输入得到零行输出", with("threaded-by-hand", {{"hidden", none}, {"residual", none}}), {none, none});
}

TEST_CASE("x of another width or with other than two axes is refused") {
    // (2), (1, 1, 2) and (1, 2, 2) have the right last axis, the last one the right axis 1 as well; (2, 1) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {2}, {1, 1, 2}, {1, 2, 2}}) {
        refuses("宽度不对或不是二维时拒绝", with("by-hand", {{"x", zeros(shape)}}));
        refuses("宽度不对或不是二维时拒绝",
                with("threaded-by-hand", {{"hidden", zeros(shape)}, {"residual", zeros(shape)}}));
    }
}

TEST_CASE("a residual of another shape is refused") {
    // (2), (1, 1) and (3, 2) would broadcast with (1, 2).
    for (const auto& shape : {std::vector<std::size_t>{2}, {1, 1}, {3, 2}, {1, 3}}) {
        refuses("残差形状不同时拒绝", with("threaded-by-hand", {{"residual", zeros(shape)}}));
    }
}

// Norm weights within 1 keep the sums small: plain float32 loops came to 0.3 of the default tolerance.
TEST_CASE("Qwen2-0.5B's real size") { grade("Qwen2-0.5B 的真实尺寸", "qwen2"); }

TEST_CASE("threaded: Qwen2-0.5B's real size") { grade("threaded：Qwen2-0.5B 的真实尺寸", "threaded-qwen2"); }

TEST_CASE("24 layers of Qwen2-0.5B's real size in a row: both forms agree") {
    // All layers have the same weights, so that this takes half a second and not ten. Attention is the identity.
    // Values reach 126, and PyTorch's own float32 is off by 4e-5 there.
    grade("连续 24 层 Qwen2-0.5B 的真实尺寸：两种形式一致", "qwen2-24-layers", {.rtol = 1.3e-6, .atol = 1e-4});
}
