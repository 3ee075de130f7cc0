#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("four values worked by hand in the chapter", "章节里手算的四个值") { grade("by-hand"); }

QUESTION("each row has its own estimate", "每一行有自己的估计") { grade("two-rows"); }

QUESTION("half of five elements is two", "五个元素的一半是两个") { grade("half-of-five"); }

QUESTION("a quarter of seven elements is one", "七个元素的四分之一是一个") { grade("quarter-of-seven"); }

QUESTION("three quarters of seven elements are five", "七个元素的四分之三是五个") { grade("three-quarters-of-seven"); }

QUESTION("p = 1 is RMSNorm", "p = 1 就是 RMSNorm") { grade("all"); }

QUESTION("at least one element", "至少看一个元素") { grade("at-least-one"); }

QUESTION("6.25 % of 1000 elements are 62", "1000 个元素的 6.25 % 是 62 个") { grade("a-sixteenth-of-1000"); }

QUESTION("tiny rows: eps decides", "很小的行：eps 起决定作用") { grade("tiny-rows"); }

QUESTION("a large eps counts too", "很大的 eps 也要算进去") { grade("large-eps"); }

QUESTION("rows far from zero: the mean is not subtracted", "远离零的行：不减均值") { grade("far-from-zero"); }

QUESTION("zeros in front leave only eps", "前面全是零：分母只剩 eps") { grade("zeros-in-front"); }

QUESTION("a row of one", "只有一个元素的行") { grade("rows-of-one"); }

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("five axes", "五个轴") { grade_with_one_more_axis("rank-4", {"x"}); }

QUESTION("rows of 8,192", "每行 8192 个") {
    // The mean square is 1.
    grade(with("by-hand", {{"x", by_turns(1)}, {"p", 0.5}, {"weight", grader::Floats({8192}, 2.0f)}, {"eps", 0.5}}),
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

QUESTION("a p outside (0, 1] is refused", "p 不在 (0, 1] 内时拒绝") {
    for (const float p : {0.0f, -0.5f, 1.5f, 1.0625f, std::numeric_limits<float>::quiet_NaN()}) {
        refuses(with("by-hand", {{"p", p}}));
    }
}

QUESTION("Qwen2-0.5B's hidden size, a sixteenth of it", "Qwen2-0.5B 的隐藏层大小，只看十六分之一") { grade("qwen2"); }

QUESTION(
    "a row of 4,096, of which three quarters are used, or a 1,024th", "一行 4096 个，看前四分之三，或 1024 分之一") {
    // Of the first 3,072, two thirds are 1 and one third is 2: no sum is rounded, and their mean square is 2.
    const std::size_t D = 4096;
    grader::Floats x({D}, 1.0f);
    std::fill(x.begin() + 2048, x.begin() + 3072, 2.0f);
    std::fill(x.begin() + 3072, x.end(), 9.0f);
    grader::Floats y = x;
    for (float& one : y) one = static_cast<float>(one / std::sqrt(2.0 + 1e-6));
    grade(with("by-hand", {{"x", x}, {"weight", grader::Floats({D}, 1.0f)}, {"p", 0.75f}, {"eps", 1e-6f}}), {y},
        {.rtol = 1e-5, .atol = 1e-5});  // 3,072 shares of a mean, added up in float, are so far off
    // A 1,024th of it is four: 1, 1, 1, 5.
    x.values[3] = 5;
    y = x;
    for (float& one : y) one = static_cast<float>(one / std::sqrt(7.0 + 1e-6));
    const float p = 1.0f / 1024;
    grade(with("by-hand", {{"x", x}, {"weight", grader::Floats({D}, 1.0f)}, {"p", p}, {"eps", 1e-6f}}), {y});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean square is 7.5e-14.
    const double root = std::sqrt(8.5e-14);
    std::vector<float> y;
    for (const double one : {1e-7, 2e-7, -3e-7, 4e-7}) y.push_back(static_cast<float>(one / root));
    grade(with("by-hand", {{"x", grader::Floats({4}, std::vector<float>{1e-7f, 2e-7f, -3e-7f, 4e-7f})},
                              {"weight", grader::Floats({4}, 1.0f)}, {"p", 1.0f}, {"eps", 1e-14f}}),
        {grader::Floats({4}, y)});
}
