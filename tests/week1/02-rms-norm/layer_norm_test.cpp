#include "layer_norm.hpp"

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/layer_norm_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("four values worked by hand in the chapter") { grade("章节里手算的四个值", "by-hand"); }

TEST_CASE("each row has its own mean and variance") { grade("每一行有自己的均值和方差", "two-rows"); }

TEST_CASE("tiny rows: eps decides") { grade("很小的行：eps 起决定作用", "tiny-rows"); }

TEST_CASE("a large eps counts too") { grade("很大的 eps 也要算进去", "large-eps"); }

TEST_CASE("eps is the one that was given") { grade("用的是传入的 eps", "other-eps"); }

TEST_CASE("rows shifted far away: the shift goes out exactly") { grade("整体平移很远的行：平移被完全消去", "shifted"); }

TEST_CASE("a constant row gives the bias") { grade("各元素相等的行得到 bias", "constant-rows"); }

TEST_CASE("a row of one gives the bias") { grade("只有一个元素的行得到 bias", "rows-of-one"); }

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

TEST_CASE("a weight other than (D,) is refused") {
    // (1), (1, 4) and (2, 4) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses("weight 不是 (D,) 时拒绝", with("by-hand", {{"weight", zeros(shape)}}));
    }
}

TEST_CASE("a bias other than (D,) is refused") {
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses("bias 不是 (D,) 时拒绝", with("by-hand", {{"bias", zeros(shape)}}));
    }
}

TEST_CASE("rows of 896, Qwen2-0.5B's hidden size") { grade("每行 896 个元素：Qwen2-0.5B 的隐藏层宽度", "real-size"); }
