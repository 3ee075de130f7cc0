// Questions about blocks in any format. Included after those about one: it says `steps`, what the largest number of a block is
// of its scale, `seed`, and how it grades a fixture.
#include <cmath>
#include <limits>

#include "grader/questions.hpp"
#include "grader/setup.hpp"

using grader::Floats;
using grader::Integers;
using grader::zeros;

namespace {

grader::Call of(const Floats& weight) { return {grader::setup().id, {{"weight", weight}}}; }

/// Asks for a refusal.
void refuses(const Floats& weight) {
    grader::refuses({grader::setup().id + " → std::invalid_argument", {{"weight", weight}}});
}
/// The same of this number at some places of a good weight.
void refuses(float number) {
    // Where an answer may pass over a NaN, it does so in the midst of a block first, and at its end last.
    const bool is_nan = std::isnan(number);
    for (const std::size_t place : {is_nan ? 31 : 5, is_nan ? 5 : 31, 0, 255, 32}) {
        Floats weight = grader::counted({2, 128}, seed);
        weight.values[place] = number;
        refuses(weight);
    }
}

/// As many rows and columns, and nothing in them.
void grade_empty(std::size_t rows, std::size_t columns) {
    const Integers sizes({3}, {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), 0});
    const std::size_t across = columns / 32;
    grader::grade(of(zeros({rows, columns})),
        {sizes, zeros({rows, across}), Integers({rows, columns}, 0), Integers({rows, across}, 0)});
}

}  // namespace

QUESTION("a block of zeros, of either sign", "全零的块，零可正可负") {
    grade("zeros");
    grade("zeros-between");
}

QUESTION("small numbers, whose scale has fewer bits in float16", "很小的数，缩放系数在 float16 里精度更低") {
    grade("small-scales");
}

QUESTION("a scale that rounds to 0 leaves the values as they are", "缩放系数舍入成 0 时，值不变") {
    grade("scale-rounds-to-zero");
}

QUESTION("1 / d as large as float32 can hold, and infinite", "1 / d 大到 float32 刚好放得下，或成为无穷大") {
    grade("one-over-d-finite");
    grade("one-over-d-infinite");
}

QUESTION("numbers beyond float16, whose scale it holds", "float16 放不下、但缩放系数放得下的数") { grade("large"); }

QUESTION("the largest scales of float16", "float16 放得下的最大的缩放系数") { grade("largest-scales"); }

QUESTION("no rows or no columns give no blocks", "没有行或没有列，就没有块") {
    grade_empty(0, 64);
    grade_empty(3, 0);
    grade_empty(0, 0);
}

QUESTION("columns that are no multiple of 32 are refused", "列数不是 32 的倍数时拒绝") {
    for (const std::size_t columns : {1, 16, 31, 33, 48, 63, 65}) refuses(grader::counted({2, columns}, seed + 1));
    refuses(grader::counted({32, 2}, seed + 2));  // whole blocks of numbers, and none of a row
    refuses(zeros({0, 33}));
}

QUESTION("a weight without exactly two axes is refused", "weight 不是两个轴时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{32}, {64}, {2, 2, 32}, {1, 1, 1, 32}, {}})
        refuses(grader::counted(shape, seed + 3));
}

QUESTION("NaN is refused, wherever it is", "有 NaN 时拒绝，不管在哪里") {
    refuses(std::numeric_limits<float>::quiet_NaN());
}

QUESTION("infinity is refused, wherever it is", "有无穷大时拒绝，不管在哪里") {
    refuses(std::numeric_limits<float>::infinity());
    refuses(-std::numeric_limits<float>::infinity());
}

QUESTION("a scale that is infinite in float16 is refused", "缩放系数在 float16 里成为无穷大时拒绝") {
    for (const float scale : {2e36f, 1e6f, 65536.0f}) {
        refuses(-steps * scale);
        refuses(steps * scale);
    }
}

QUESTION("the first scale that is infinite in float16, 65520, is refused",
    "缩放系数恰为 65520，在 float16 里刚好成为无穷大，也拒绝") {
    refuses(-steps * 65520.0f);
    refuses(steps * 65520.0f);
}

QUESTION("Qwen2-0.5B's hidden size", "Qwen2-0.5B 的隐藏层大小") { grade("qwen2"); }
