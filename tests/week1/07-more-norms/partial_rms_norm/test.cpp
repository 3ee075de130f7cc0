#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

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

QUESTION("rows far from zero: the mean stays in", "远离零的行：不减均值") { grade("far-from-zero"); }

QUESTION("zeros in front leave only eps", "前面全是零：分母只剩 eps") { grade("zeros-in-front"); }

QUESTION("a row of one", "只有一个元素的行") { grade("rows-of-one"); }

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 4}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a weight other than (D,) is refused", "weight 不是 (D,) 时拒绝") {
    // (1), (1, 4) and (2, 4) would broadcast.
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {5}, {1, 4}, {2, 4}, {4, 1}}) {
        refuses(with("by-hand", {{"weight", zeros(shape)}}));
    }
}

QUESTION("a p that is no share of the row is refused", "p 不在 (0, 1] 内时拒绝") {
    for (const float p : {0.0f, -0.5f, 1.5f, 1.0625f, std::numeric_limits<float>::quiet_NaN()}) {
        refuses(with("by-hand", {{"p", p}}));
    }
}

QUESTION("Qwen2-0.5B's hidden size, a sixteenth of it", "Qwen2-0.5B 的隐藏层大小，只看十六分之一") { grade("qwen2"); }
