#include "setup.hpp"

#include <cmath>
#include <limits>

#include "grader/questions.hpp"
#include "tests/week3/01-bytes/q8_0_linear/weights.hpp"

using grader::Call;
using grader::Floats;
using grader::Integers;
using grader::refuses;
using grader::with;
using grader::zeros;

namespace {

/// What a call has to give, in float64 over the same whole numbers, and the smallest sum of magnitudes of a result.
struct Restated {
    Floats y;
    double magnitude = std::numeric_limits<double>::infinity();

    explicit Restated(const Call& call) {
        const auto floats = [&](const char* name) -> const Floats& { return std::get<Floats>(call[name].is); };
        const auto number = [&](const char* name) {
            return static_cast<std::size_t>(std::get<std::int64_t>(call[name].is));
        };
        const auto blocks_of = [](const Floats& x) { return q8_0::of_floats(x.data(), x.size()); };
        const Floats& x = floats("x");
        const q8_0::Rows a = blocks_of(x), b = call.find("weight") ? blocks_of(floats("weight"))
                                                                   : q8_0::Rows{floats("scales").values,
                                                                         std::get<Integers>(call["values"].is).values};
        const std::size_t rows = number("rows"), blocks = number("columns") / 32;
        y.shape = x.shape;
        y.shape.back() = rows;
        for (std::size_t r = 0; r < a.scales.size() / blocks; ++r) {
            for (std::size_t o = 0; o < rows; ++o) {
                double sum = call.find("bias") ? floats("bias").values[o] : 0, size = std::abs(sum);
                for (std::size_t k = 0; k < 32 * blocks; ++k) {
                    const std::size_t i = r * 32 * blocks + k, j = o * 32 * blocks + k;
                    const double scale = static_cast<double>(a.scales[i / 32]) * b.scales[j / 32];
                    const double term = static_cast<double>(a.values[i] * b.values[j]) * scale;
                    sum += term;
                    size += std::abs(term);
                }
                y.values.push_back(static_cast<float>(sum));
                magnitude = std::min(magnitude, size);
            }
        }
    }
};

/// A result may be far larger than the smallest sum of magnitudes, but not than its own.
grader::Tolerance close_to(double magnitude) { return {1e-6, std::isinf(magnitude) ? 0 : 1e-6 * magnitude}; }

/// A case of the fixtures, which numpy has computed.
void grade(const std::string& name) { grader::grade(name, close_to(Restated(grader::fixture(name).call).magnitude)); }

/// A case with other arguments.
void grade(const std::string& name, const std::vector<std::pair<std::string, grader::Value>>& arguments) {
    const Call call = with(name, arguments);
    const Restated restated(call);
    grader::grade(call, {restated.y}, close_to(restated.magnitude));
}

Floats row(std::vector<float> numbers) {
    numbers.resize(32);
    return Floats({1, 32}, numbers);
}
Integers values(std::vector<std::int64_t> numbers) {
    numbers.resize(64);
    return Integers({64}, numbers);
}

constexpr float infinity = std::numeric_limits<float>::infinity(), nan_float = std::numeric_limits<float>::quiet_NaN();

}  // namespace

QUESTION("one row and two outputs worked by hand in the chapter", "章节里手算的一行、两个输出") { grade("by-hand"); }

QUESTION("one block in a row", "一行只有一块") { grade("one-block"); }

QUESTION("two blocks and five: each has a scale of its own", "一行两块、五块：每块有自己的缩放系数") {
    grade("two-blocks");
    grade("five-blocks");
}

QUESTION("as many rows as columns, and as many as blocks", "行数与列数相等；行数与块数相等") {
    grade("square");
    grade("as-many-rows-as-blocks");
}

QUESTION("a single output", "只有一个输出") { grade("one-output"); }

QUESTION("a single vector", "单个向量") { grade("rank-1"); }

QUESTION("rank 3 and rank 4", "三维、四维") {
    grade("rank-3");
    grade("rank-4");
}

QUESTION("the scale of x is a float16, as it is stored", "x 的缩放系数是 float16，和存下来的一样") {
    // 1.0006 / 127 and 2.999 / 127 lie in the middle between two of float16.
    grade("by-hand", {{"x", row({1.0006f, -0.3f, 0.7f})}});
    grade("by-hand", {{"x", row({2.999f, 1.5f, -2.2f})}});
    // From here on float16 has steps of 6e-8, and then nothing.
    grade("by-hand", {{"x", row({4e-5f, -2e-5f, 3e-5f})}, {"bias", zeros({2})}});
    grade("by-hand", {{"x", row({3e-6f, 1e-6f, 2e-6f})}, {"bias", zeros({2})}});
}

QUESTION("halves go away from zero", "恰好一半的向远离零的方向舍入") {
    grade("by-hand",
        {{"x", row({127, 0.5f, 2.5f, -0.5f, -2.5f, 1.5f, -126.5f})}, {"values", values({0, 1, 20, 30, 50, 7, 3})}});
}

QUESTION("all values at their largest: the sum over a block needs 20 bits", "所有的值都取最大：一块的和要用 20 位") {
    for (const std::int64_t value : {127, -127, -128}) {
        grade("by-hand", {{"x", Floats({1, 32}, -3.0f)}, {"values", Integers({64}, value)}});
    }
}

QUESTION("large scales and small ones: their product may be beyond what a float16 holds",
    "缩放系数有大有小：它们的积可能超出 float16 的范围") {
    grade("by-hand", {{"x", row({5e6f, -2e6f, 3e6f})}, {"scales", Floats({2}, std::vector<float>{1024, 60'000})}});
    grade("by-hand", {{"x", row({0.02f, -0.01f, 0.015f})},
                         {"scales", Floats({2}, std::vector<float>{0x1p-12f, 0x1.8p-13f})}, {"bias", zeros({2})}});
}

QUESTION("an outlier in one block leaves the others as they are", "一块里有个离群的数，别的块不受影响") {
    Floats x = grader::counted({2, 160}, 740);
    x.values[40] = 1000;
    x.values[250] = -3000;
    grade("five-blocks", {{"x", x}});
}

QUESTION(
    "a block of zeros in x, and one whose scale is 0 in the weight", "x 里有一块全是零；权重里有一块的缩放系数是零") {
    Floats x = grader::counted({3, 64}, 741);
    std::fill_n(x.values.begin() + 32, 32, 0.0f);
    grade("two-blocks", {{"x", x}});
    // And in front of another block, which counts all the same.
    Floats first = grader::counted({3, 64}, 743), weight = grader::counted({4, 64}, 744);
    for (const int row : {0, 2}) std::fill_n(first.values.begin() + 64 * row, 32, 0.0f);
    grade("two-blocks", {{"x", first}});
    std::fill_n(weight.values.begin() + 64, 32, 0.0f);
    grade("two-blocks", {{"weight", weight}});
    grade("by-hand", {{"scales", Floats({2}, std::vector<float>{0, 2})}});
    grade("by-hand", {{"x", zeros({1, 32})}});
}

QUESTION("without a bias", "没有偏置") { grade("rank-4"); }

QUESTION(
    "zero rows give zero rows, and no outputs an empty last axis", "零行输入得到零行输出；没有输出时最后一个轴为空") {
    grader::grade(with("two-blocks", {{"x", zeros({0, 64})}}), {zeros({0, 4})});
    grader::grade(with("two-blocks", {{"x", zeros({2, 0, 64})}}), {zeros({2, 0, 4})});
    const Floats nothing = zeros({0, 64});
    grader::grade(with("two-blocks", {{"weight", nothing}, {"rows", 0}, {"bias", zeros({0})}}), {zeros({3, 0})});
}

QUESTION("896 columns and 4,864, as in Qwen2-0.5B", "896 列和 4864 列，和 Qwen2-0.5B 一样") {
    grade("qwen2");
    grade("qwen2-down");
}

QUESTION("a last axis that does not fit the weight is refused", "最后一个轴与权重不符时拒绝") {
    // (96) comes first because whoever counts elements refuses it. (6, 32) has those of (3, 64), and (3, 4) would fit the outputs.
    for (const auto& shape : std::vector<std::vector<std::size_t>>{{96}, {2, 32}, {6, 32}, {3, 128}, {3, 4}, {0, 32}}) {
        refuses(with("two-blocks", {{"x", zeros(shape)}}));
    }
}

QUESTION("a single number has no last axis, and is refused", "单个数没有最后一个轴，拒绝") {
    refuses(with("two-blocks", {{"x", zeros({})}}));
}

QUESTION("columns that are no multiple of 32 are refused", "列数不是 32 的倍数时拒绝") {
    // As many blocks as 2 · 48 numbers and 2 · 16 would fill.
    const Floats three = zeros({3, 32}), one = zeros({1, 32});
    refuses(with("by-hand", {{"x", grader::counted({2, 48}, 742)}, {"columns", 48}, {"weight", three}}));
    refuses(with("by-hand", {{"x", grader::counted({2, 16}, 743)}, {"columns", 16}, {"weight", one}}));
}

QUESTION("a weight with too few blocks is refused, and one with too many", "权重的块太少或太多时拒绝") {
    for (const std::size_t rows : {2, 6}) {  // of the four that it says it has
        refuses(with("two-blocks", {{"weight", grader::counted({rows, 64}, 744)}}));
    }
    refuses(with("two-blocks", {{"weight", zeros({0, 64})}}));
}

QUESTION("a bias that does not fit the weight is refused", "偏置与权重不符时拒绝") {
    for (const auto& shape : std::vector<std::vector<std::size_t>>{{1}, {3}, {64}, {1, 4}, {4, 1}, {}}) {
        refuses(with("two-blocks", {{"bias", zeros(shape)}}));
    }
}

QUESTION("NaN and infinity in x are refused", "x 里有 NaN 或无穷大时拒绝") {
    for (const float number : {nan_float, infinity, -infinity}) {
        for (const std::size_t place : {0, 100, 191}) {
            Floats x = grader::counted({3, 64}, 745);
            x.values[place] = number;
            refuses(with("two-blocks", {{"x", x}}));
        }
    }
}

QUESTION("an x whose scale float16 cannot hold is refused", "x 的缩放系数超出 float16 的范围时拒绝") {
    refuses(with("by-hand", {{"x", row({1, -8.4e6f, 3})}}));
}
