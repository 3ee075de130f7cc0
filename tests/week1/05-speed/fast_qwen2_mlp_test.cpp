#include "fast_qwen2_mlp.hpp"

#include "support/grade.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp_cases.hpp"
#include "tests/week1/05-speed/fast_qwen2_mlp_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

grader::Tensor weight(std::size_t out, std::size_t in, std::uint32_t seed, bool low) {
    grader::Tensor w = sweep::counted({out, in}, seed, std::sqrt(3.0f / static_cast<float>(in)));
    if (low) {
        for (float& v : w) v = float(tiny_llm::bfloat16(v));
    }
    return w;
}

std::vector<double> product(const grader::Tensor& w, const std::vector<double>& x) {
    std::vector<double> y(w.shape(0), 0.0);
    for (std::size_t o = 0; o < y.size(); ++o) {
        for (std::size_t i = 0; i < x.size(); ++i) y[o] += w(o, i) * x[i];
    }
    return y;
}

void grade_counted(const std::string& zh, const sweep::Shape& shape, std::size_t hidden, bool low, std::uint32_t seed) {
    const std::size_t dim = shape.back();
    const grader::Tensor x = sweep::counted(shape, seed, 2);
    const grader::Tensor gate = weight(hidden, dim, seed + 1, low);
    const grader::Tensor up = weight(hidden, dim, seed + 2, low);
    const grader::Tensor down = weight(dim, hidden, seed + 3, low);
    grader::Tensor y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const std::vector<double> in(x.data() + row * dim, x.data() + (row + 1) * dim);
        std::vector<double> gated = product(gate, in);
        const std::vector<double> upped = product(up, in);
        for (std::size_t i = 0; i < hidden; ++i) gated[i] *= upped[i] / (1 + std::exp(-gated[i]));
        const std::vector<double> out = product(down, gated);
        std::copy(out.begin(), out.end(), y.data() + row * dim);
    }
    grade(zh, {{{"x", x}, {"w_gate", gate}, {"w_up", up}, {"w_down", down}}, {}, low ? "bfloat16" : ""}, {y});
}

}  // namespace

TEST_CASE("one row, every outer and inner width") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted("一行，内外宽度取各种值", {width}, 5, low, 7000 + 8 * static_cast<unsigned>(width));
            grade_counted("一行，内外宽度取各种值", {1, 4}, width, low, 7004 + 8 * static_cast<unsigned>(width));
        }
    }
}

TEST_CASE("three rows, every outer and inner width") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted("三行，内外宽度取各种值", {3, width}, 5, low, 8100 + 8 * static_cast<unsigned>(width));
            grade_counted("三行，内外宽度取各种值", {3, 4}, width, low, 8104 + 8 * static_cast<unsigned>(width));
        }
    }
}

TEST_CASE("several rows behind a leading axis of one") {
    for (const bool low : {false, true}) {
        grade_counted("前面的轴是 1，后面有好几行", {1, 3, 19}, 7, low, 8991);
        grade_counted("前面的轴是 1，后面有好几行", {1, 2, 2, 5}, 4, low, 8995);
    }
}

TEST_CASE("bfloat16 weights: one row") { grade("bfloat16 权重：一行", "bfloat16-one-row"); }

TEST_CASE("bfloat16 weights: many rows") { grade("bfloat16 权重：多行", "bfloat16-many-rows"); }

TEST_CASE("bfloat16 weights: rank 3 and rank 4") {
    grade("bfloat16 权重：三维与四维", "bfloat16-rank-3");
    grade("bfloat16 权重：三维与四维", "bfloat16-rank-4");
}

TEST_CASE("bfloat16 weights: x and the sums stay float32") {
    grade("bfloat16 权重：x 与累加仍是 float32", "bfloat16-cancel");
}

TEST_CASE("bfloat16 weights: a gate far from zero opens and closes") {
    grade("bfloat16 权重：远离零的门全开与全关", "bfloat16-large-gate");
}

TEST_CASE("bfloat16 weights: zero rows give zero rows") {
    for (const auto& shape : {std::vector<std::size_t>{0, 5}, {3, 0, 5}}) {
        grader::Call call = with("bfloat16-one-row", {{"x", zeros(shape)}});
        grade("bfloat16 权重：零行输入得到零行输出", call, {zeros(shape)});
    }
}

TEST_CASE("bfloat16 weights: a last axis other than dim is refused") {
    for (const auto& shape : {std::vector<std::size_t>{2, 4}, {1}, {1, 10}, {7}}) {
        refuses("bfloat16 权重：最后一维不等于 dim 时拒绝", with("bfloat16-one-row", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("out was larger, smaller, or of another shape") {
    for (const char* fixture : {"out-before", "bfloat16-one-row"}) {
        sweep::grade_other_outputs("out 原来更大、更小，或是别的形状", fixture);
    }
}

TEST_CASE("one row, weights so large that threads share them unevenly") {
    for (const bool low : {false, true}) grade_counted("一行，权重很大，线程分不匀", {1, 301}, 1021, low, 9501);
}

TEST_CASE("so many rows that threads cannot share them evenly") {
    for (const bool low : {false, true}) grade_counted("行数很多，线程分不匀", {37, 29}, 451, low, 9601);
}

TEST_CASE("bfloat16 weights of Qwen2-0.5B's real size") {
    // As in the test of float weights, whose sums are as long.
    grade("Qwen2-0.5B 真实尺寸的 bfloat16 权重", "bfloat16-qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}
