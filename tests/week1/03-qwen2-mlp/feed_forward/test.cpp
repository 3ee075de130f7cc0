#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("one row worked by hand in the chapter", "章节里手算的一行") { grade("by-hand"); }

QUESTION("narrower outside than inside", "外面比里面窄") { grade("narrow"); }

QUESTION("square weights are still transposed", "方阵权重也要转置") { grade("square"); }

QUESTION("wider outside than inside", "外面比里面宽") { grade("wide"); }

QUESTION("one hidden element", "中间层只有一个元素") { grade("one-hidden"); }

QUESTION("one element outside", "外面只有一个元素") { grade("one-outside"); }

QUESTION("where no hidden element is positive, b2 remains", "隐藏元素都不为正时，只剩 b2") { grade("all-off"); }

QUESTION("as many rows as elements: the biases go along the last axis", "行数等于元素数：偏置沿最后一个轴相加") {
    grade("rows-equal-elements");
}

QUESTION("values up to 100: nothing is cut off above", "大到 ±100 的值：上端不截断") { grade("large"); }

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // What the first product gives is 1.
    const grader::Floats row({1, 8192}, 1.0f), share({1, 8192}, 1.0f / 8192), column({8192, 1}, 2.0f);
    grade(with("by-hand", {{"x", row}, {"w1", share}, {"b1", zeros({1})}, {"w2", column}, {"b2", zeros({8192})}}),
        {grader::Floats({1, 8192}, 2.0f)});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2}, {3, 0, 2}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a last axis that does not fit w1 is refused", "最后一个轴与 w1 不符时拒绝") {
    // (2, 3) has the width of the hidden layer; (2, 1) would broadcast; (1, 4) has the elements of two rows.
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {2, 1}, {1}, {1, 4}}) {
        refuses(with("by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("weights that do not fit are refused", "权重不符时拒绝") {
    // By hand, w1 is (3, 2) and w2 is (2, 3).
    for (const auto& shape : {std::vector<std::size_t>{2, 3}, {4, 2}, {2}}) {
        refuses(with("by-hand", {{"w1", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{3, 2}, {2, 4}, {3}}) {
        refuses(with("by-hand", {{"w2", zeros(shape)}}));
    }
}

QUESTION("an output that is not as wide as the input is refused", "输出宽度不同于输入时拒绝") {
    // Every product fits: only the contract says that the layer gives back as many elements as it takes.
    refuses(with("by-hand", {{"w2", zeros({5, 3})}, {"b2", zeros({5})}}));
}

QUESTION("biases that do not fit are refused", "偏置不符时拒绝") {
    // (1) would broadcast, and so would (1, 3) and (1, 2); the others are as long as the other bias.
    for (const auto& shape : {std::vector<std::size_t>{1}, {2}, {1, 3}}) {
        refuses(with("by-hand", {{"b1", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {1, 2}}) {
        refuses(with("by-hand", {{"b2", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's real size", "Qwen2-0.5B 的真实尺寸") {
    // The rounding of the first product is carried into sums of 4864 terms: plain float32 loops in 6 random orders came
    // to 0.6 of the default atol. Three times the default leaves them room.
    grade("qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}

QUESTION(
    "77 outside and 93 inside; 70,000 hidden elements, and 300 rows", "外面 77，里面 93；中间层 70000 个元素；300 行") {
    grade("odd-widths");
    const std::size_t I = 70'000;
    const grader::Floats one({1, 1}, 1.0f);
    grade({"", {{"x", one}, {"w1", grader::Floats({I, 1}, 1.0f)}, {"b1", zeros({I})}, {"w2", adds_few_of(I)},
                   {"b2", zeros({1})}}},
        {grader::Floats({1, 1}, 19.0f)});
    const grader::Floats x = grader::counted({300, 1}, 691, 1e5f);
    grader::Floats y = x;
    for (float& v : y) v = 2 * std::max(v, 0.0f) + 0.25f;
    grade({"", {{"x", x}, {"w1", one}, {"b1", zeros({1})}, {"w2", grader::Floats({1, 1}, 2.0f)},
                   {"b2", grader::Floats({1}, 0.25f)}}},
        {y});
}
