#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("four values worked by hand in the chapter", "章节里手算的四个值") { grade("by-hand"); }

QUESTION("each row has its own mean and variance", "每一行有自己的均值和方差") { grade("two-rows"); }

QUESTION("tiny rows: eps decides", "很小的行：eps 起决定作用") { grade("tiny-rows"); }

QUESTION("a large eps counts too", "很大的 eps 也要算进去") { grade("large-eps"); }

QUESTION("the given eps is used", "用的是传入的 eps") { grade("other-eps"); }

QUESTION("rows shifted far away: the shift cancels exactly", "整体平移很远的行：平移被完全消去") { grade("shifted"); }

QUESTION("a constant row gives the bias", "各元素相等的行得到 bias") {
    grade("constant-rows");
    const grader::Floats bias = std::get<grader::Floats>(grader::fixture("by-hand").call["bias"].is);
    grade(with("by-hand", {{"x", grader::Floats({4}, 5.0f)}}), {bias});
}

QUESTION("a row of one gives the bias", "只有一个元素的行得到 bias") { grade("rows-of-one"); }

QUESTION("values up to 10,000", "大到 ±10000 的值") { grade("large"); }

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // The mean square is 1.
    grade(with("by-hand",
              {{"x", by_turns(1)}, {"bias", zeros({8192})}, {"weight", grader::Floats({8192}, 2.0f)}, {"eps", 0.5}}),
        {by_turns(float(2 / std::sqrt(1.5)))});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a weight other than (D,) is refused", "weight 不是 (D,) 时拒绝") {
    // (1), (1, 4) and (2, 4) would broadcast. (1) comes first: with (3) xtensor throws by itself.
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses(with("by-hand", {{"weight", zeros(shape)}}));
    }
}

QUESTION("a bias other than (D,) is refused", "bias 不是 (D,) 时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{1}, {3}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses(with("by-hand", {{"bias", zeros(shape)}}));
    }
}

QUESTION("rows of 896, Qwen2-0.5B's hidden size", "每行 896 个元素：Qwen2-0.5B 的隐藏层大小") { grade("real-size"); }

QUESTION("rows of 93, and 70,000 rows: more than 16 bits can count", "每行 93 个；70000 行：16 位数不下") {
    grade("odd-width");
    const grader::Floats rows = grader::counted({70'000, 1}, 491, 2), half({1}, 0.5f);
    grade(with("by-hand", {{"x", rows}, {"weight", half}, {"bias", half}}), {grader::Floats({70'000, 1}, 0.5f)});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean is 1e-7, the variance 4e-14.
    const float y = static_cast<float>(2e-7 / std::sqrt(5e-14));
    grade(with("by-hand", {{"x", grader::Floats({2}, std::vector<float>{3e-7f, -1e-7f})},
                              {"weight", grader::Floats({2}, 1.0f)}, {"bias", zeros({2})}, {"eps", 1e-14f}}),
        {grader::Floats({2}, std::vector<float>{y, -y})});
}
