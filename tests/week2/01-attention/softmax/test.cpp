#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

constexpr float hidden = -std::numeric_limits<float>::infinity();

QUESTION("three values worked by hand in the chapter", "章节里手算的三个值") { grade("by-hand"); }

QUESTION("each row sums to one", "每一行的总和是 1") { grade("two-rows"); }

QUESTION("equal values get equal shares", "相等的值平分") { grade("equal"); }

QUESTION("a row of one gives 1", "只有一个元素的行得到 1") { grade("rows-of-one"); }

QUESTION("small values", "很小的值") { grade("near-zero"); }

QUESTION("a row that spans 100: exp of 100 overflows", "一行跨度为 100：exp(100) 会溢出") { grade("spread"); }

QUESTION("the largest value comes last, far above the others", "最大值在最后，远大于其余的值") {
    grade("largest-last");
}

QUESTION("a row near -60: its own maximum is subtracted", "-60 附近的一行：减去的是这一行自己的最大值") {
    grade("below-zero");
}

QUESTION("a row near 10,000", "10000 附近的一行") { grade("far-up"); }

QUESTION("a row near -10,000", "-10000 附近的一行") { grade("far-down"); }

QUESTION("rows far apart: each has its own maximum", "相距很远的行：每一行有自己的最大值") { grade("far-apart-rows"); }

QUESTION("two rows far apart, the larger one last", "相距很远的两行，大的在后") {
    const grader::Floats x({2, 2}, {0, 0, 200, 200}), y({2, 2}, {0.5f, 0.5f, 0.5f, 0.5f});
    grade(with("by-hand", {{"x", x}}), {y});
}

QUESTION("values up to 10,000", "大到 ±10000 的值") { grade("large"); }

QUESTION("-inf gives 0", "-inf 得到 0") { grade("hidden"); }

QUESTION("the share of -inf is 0 and not just small", "-inf 分到的是 0，而不只是很小") {
    grade("hidden", {.rtol = 1e-4, .atol = 0});
}

QUESTION("a row that begins with -inf", "以 -inf 开头的行") { grade("hidden-first"); }

QUESTION("one value among -inf gives 1", "其余全是 -inf 时，剩下的那个得到 1") { grade("one-left"); }

QUESTION("a row of nothing but -inf gives NaN, and the other rows are not affected",
    "全是 -inf 的行得到 NaN，其他行不受影响") {
    grade("all-hidden");
}

QUESTION("what is hidden gets 0, however low the others are: no number can replace −∞",
    "别的数再低，挡住的也是 0：没有哪个数能代替 −∞") {
    // Below -10,000, -65,504, -1e9, half the lowest float; and the lowest itself.
    for (const float low : {-2e4f, -1e5f, -1e10f, -2e38f, std::numeric_limits<float>::lowest()}) {
        grade(with("by-hand",
                  {{"x", Floats({2, 4}, std::vector<float>{hidden, low, low, hidden, low, hidden, hidden, hidden})}}),
            {Floats({2, 4}, std::vector<float>{0, 0.5f, 0.5f, 0, 1, 0, 0, 0})});
    }
}

QUESTION("rows of 387, a third of which is -inf: at the beginning, in the middle, at the end",
    "一行 387 个，三分之一是 -inf：开头、中间、末尾") {
    // Whoever goes by tiles, of up to 64, meets some in which all is -inf.
    Floats x = grader::counted({5, 387}, 1095, 9), y = x;
    const std::vector<std::pair<int, int>> spans = {{0, 129}, {129, 258}, {258, 387}, {0, 386}, {1, 387}};
    for (std::size_t r = 0; r < spans.size(); ++r) {
        std::fill(x.row(r) + spans[r].first, x.row(r) + spans[r].second, hidden);
        double sum = 0;
        for (std::size_t j = 0; j < 387; ++j) sum += std::exp(double{x.row(r)[j]});
        for (std::size_t j = 0; j < 387; ++j) y.row(r)[j] = static_cast<float>(std::exp(double{x.row(r)[j]}) / sum);
    }
    grade(with("by-hand", {{"x", x}}), {y});
}

QUESTION("rank 1", "一维") { grade("rank-1"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("rank 4", "四维") { grade("rank-4"); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 4}, {2, 0, 3}}) {
        grade(with("by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("a tensor without an axis is refused", "张量没有轴时拒绝") { refuses(with("by-hand", {{"x", zeros({})}})); }

QUESTION("the scores of Qwen2-0.5B's 14 heads", "Qwen2-0.5B 的 14 个头的分数") { grade("qwen2"); }

QUESTION("260 rows of 260", "260 行，每行 260 个") {
    const Floats x = grader::counted({260, 260}, 1097, 9);
    Floats y = x;
    for (std::size_t r = 0; r < 260; ++r) {
        double sum = 0;
        for (std::size_t j = 0; j < 260; ++j) sum += std::exp(double{x.row(r)[j]});
        for (std::size_t j = 0; j < 260; ++j) y.row(r)[j] = static_cast<float>(std::exp(double{x.row(r)[j]}) / sum);
    }
    grade(with("by-hand", {{"x", x}}), {y});
}
