#include "feed_forward.hpp"

#include "support/grade.hpp"
#include "tests/week1/03-qwen2-mlp/feed_forward_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("one row worked by hand in the chapter") { grade("章节里手算的一行", "by-hand"); }

TEST_CASE("narrower outside than inside") { grade("外面比里面窄", "narrow"); }

TEST_CASE("square weights are still transposed") { grade("方阵权重也要转置", "square"); }

TEST_CASE("wider outside than inside") { grade("外面比里面宽", "wide"); }

TEST_CASE("one hidden element") { grade("中间层只有一个元素", "one-hidden"); }

TEST_CASE("one element outside") { grade("外面只有一个元素", "one-outside"); }

TEST_CASE("where no hidden element is positive, b2 remains") { grade("隐藏元素都不为正时，只剩 b2", "all-off"); }

TEST_CASE("as many rows as elements: the biases go along the last axis") {
    grade("行数等于元素数：偏置沿最后一维相加", "rows-equal-elements");
}

TEST_CASE("values to 100: nothing is cut off above") { grade("大到 ±100 的值：上端不截断", "large"); }

TEST_CASE("a single vector") { grade("单个向量", "rank-1"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("rank 4") { grade("四维", "rank-4"); }

TEST_CASE("zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        grade("零行输入得到零行输出", with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

TEST_CASE("a last axis that does not fit w1 is refused") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses("最后一维与 w1 不符时拒绝", with("by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("weights that do not fit are refused") {
    // By hand, w1 is (3, 2) and w2 is (2, 3).
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {4, 2}, {2}}) {
        refuses("权重不符时拒绝", with("by-hand", {{"w1", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{3, 2}, {2, 4}, {3}}) {
        refuses("权重不符时拒绝", with("by-hand", {{"w2", zeros(shape)}}));
    }
}

TEST_CASE("an output as wide as no input is refused") {
    // Every product fits: only the contract says that the layer gives back as many elements as it takes.
    refuses("输出宽度不同于输入时拒绝", with("by-hand", {{"w2", zeros({5, 3})}, {"b2", zeros({5})}}));
}

TEST_CASE("biases that do not fit are refused") {
    // (1) would broadcast, and so would (1, 3) and (1, 2); the others are as long as the other bias.
    for (const auto& shape : {std::vector<std::size_t>{1}, {2}, {1, 3}}) {
        refuses("偏置不符时拒绝", with("by-hand", {{"b1", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {1, 2}}) {
        refuses("偏置不符时拒绝", with("by-hand", {{"b2", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's real size") {
    // The rounding of the first product is carried into sums of 4864 terms: plain float32 loops in 6 random orders came
    // to 0.6 of the default atol. Three times the default leaves them room.
    grade("Qwen2-0.5B 的真实尺寸", "qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}
