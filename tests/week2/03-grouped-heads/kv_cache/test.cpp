#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"
#include "grader/texts.hpp"

using grader::grade;
using grader::with;
using grader::zeros;

/// Asks for a refusal of this key and this value, by a cache of 2 x 3 that has five rows and room for two more, and that the
/// cache is then as it was.
static void keeps(const std::vector<std::size_t>& key, const std::vector<std::size_t>& value) {
    // Said beside the numbers, which do not show them.
    grade(with("one-too-many", {{"new key", zeros(key)}, {"new value", zeros(value)},
                                   {"new shapes", grader::shape_text(key) + ", " + grader::shape_text(value)}}),
        grader::fixture("one-too-many").outputs);
}

QUESTION("two rows and one more, as in the chapter", "章节里的两行，再加一行") { grade("by-hand"); }

QUESTION("several rows at once", "一次加几行") { grade("at-once"); }

QUESTION("one row at a time", "一次加一行") { grade("one-at-a-time"); }

QUESTION("a prompt, then token by token", "先加提示词，再一个一个 token 地加") { grade("prompt-and-tokens"); }

QUESTION("several rows, again and again", "几次都加好几行") { grade("several"); }

QUESTION("zero rows add nothing", "加零行，什么也没加") {
    grade("none");
    grade("none-between");
}

QUESTION("filled to the brim", "正好装满") {
    grade("to-the-brim");
    grade("to-the-brim-at-once");
    grade("to-the-brim-one-at-a-time");
}

QUESTION("zero rows fit even where there is no room", "没有空位时还能加零行") {
    // First what does not need a full cache: who never fills one fails the other for that.
    grade("room-for-none");
    grade("none-at-the-brim");
}

QUESTION("rows, heads, widths and room all of two", "行数、头数、宽度和容量都是 2") { grade("all-two"); }

QUESTION("one head of one number", "一个头，宽 1") { grade("one-number"); }

QUESTION("one row too many is refused, and nothing changes", "多出一行时拒绝，缓存保持原样") { grade("one-too-many"); }

QUESTION("several rows too many are refused, and nothing changes", "多出几行时拒绝，缓存保持原样") {
    grade("several-too-many");
}

QUESTION("a full cache takes no more, and stays as it was", "装满后不再接受，缓存保持原样") { grade("full"); }

QUESTION("more rows than it was made for are refused", "行数超过总容量时拒绝") {
    grade("more-than-fits-at-all");
    grade("room-for-nothing");
}

QUESTION("a different number of heads than the cache has is refused, and nothing changes",
    "头数与缓存不同时拒绝，缓存保持原样") {
    // (1, 1, 3) would broadcast.
    for (const std::size_t heads : {1, 3, 4, 0}) {
        for (const std::size_t rows : {1, 2, 0}) keeps({rows, heads, 3}, {rows, heads, 3});
    }
}

QUESTION("a different width than the cache has is refused, and nothing changes", "宽度与缓存不同时拒绝，缓存保持原样") {
    // (1, 3, 2) has as many numbers as a row, (1, 2, 1) would broadcast.
    for (const std::size_t dim : {1, 2, 4, 6, 0}) keeps({1, 2, dim}, {1, 2, dim});
    keeps({1, 3, 2}, {1, 3, 2});
    keeps({0, 2, 4}, {0, 2, 4});
}

QUESTION("a value of a different shape than the key is refused, and nothing changes",
    "value 与 key 形状不同时拒绝，缓存保持原样") {
    // (1, 2, 3), (2, 1, 3), (2, 2, 1) and (2, 3) would broadcast; (2, 3, 2) has as many numbers.
    for (const auto& shape : {std::vector<std::size_t>{1, 2, 3}, {3, 2, 3}, {0, 2, 3}, {2, 1, 3}, {2, 2, 1}, {2, 3, 2},
             {2, 2, 4}, {2, 3}, {1, 2, 2, 3}}) {
        keeps({2, 2, 3}, shape);
        keeps(shape, {2, 2, 3});
    }
    keeps({1, 2, 3}, {2, 2, 3});
    keeps({0, 2, 3}, {1, 2, 3});
    keeps({1, 2, 3}, {0, 2, 3});
}

QUESTION("inputs without exactly three axes are refused, and nothing changes", "不是三维时拒绝，缓存保持原样") {
    for (const auto& shape :
        {std::vector<std::size_t>{2, 3}, {1, 6}, {6}, {3}, {}, {1, 1, 2, 3}, {1, 2, 3, 1}, {2, 2, 3, 1}}) {
        keeps(shape, shape);
    }
}

QUESTION("Qwen2-0.5B's 2 heads of 64: a prompt of 20 and two tokens",
    "Qwen2-0.5B 的 2 个头，每个宽 64：20 个 token 的提示词，再加两个") {
    grade("qwen2");
}

QUESTION("256 rows, 257 times: more than 16 bits can count", "每次 256 行，加 257 次：16 位数不下") {
    const std::size_t pieces = 257, rows = 256 * pieces;
    const grader::Floats key = grader::counted({rows, 1, 1}, 1691), value = grader::counted({rows, 1, 1}, 1692);
    grader::Integers lengths({pieces}, 0);
    for (std::size_t n = 0; n < pieces; ++n) lengths.values[n] = static_cast<std::int64_t>(256 * (n + 1));
    const auto most = static_cast<std::int64_t>(rows);
    grade(with("by-hand",
              {{"key", key}, {"value", value}, {"rows", grader::Integers({pieces}, 256)}, {"capacity", rows}}),
        {lengths, key, value, grader::Integers({6}, std::vector<std::int64_t>{most, 1, 1, most, 1, 1})});
}

QUESTION("NaN and infinity are kept as they are", "NaN 和无穷大原样保存") {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    auto outputs = grader::fixture("by-hand").outputs;
    const grader::Floats rows({3, 1, 2}, std::vector<float>{nan, 1, inf, -inf, 2, nan});
    outputs[1] = outputs[2] = rows;
    grade(with("by-hand", {{"key", rows}, {"value", rows}}), outputs);
}
