#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

grader::Floats weight(std::size_t out, std::size_t in, std::uint32_t seed, bool low) {
    grader::Floats w = sweep::counted({out, in}, seed, std::sqrt(3.0f / static_cast<float>(in)));
    if (low) {
        for (float& v : w) v = grader::rounded(v, grader::bfloat16_bits);
    }
    return w;
}

std::vector<double> product(const grader::Floats& w, const std::vector<double>& x) {
    std::vector<double> y(w.shape[0], 0.0);
    for (std::size_t o = 0; o < y.size(); ++o) {
        for (std::size_t i = 0; i < x.size(); ++i) y[o] += w.row(o)[i] * x[i];
    }
    return y;
}

grader::Fixture counted_case(const sweep::Shape& shape, std::size_t hidden, bool low, std::uint32_t seed) {
    const std::size_t dim = shape.back();
    const grader::Floats x = sweep::counted(shape, seed, 2);
    const grader::Floats gate = weight(hidden, dim, seed + 1, low);
    const grader::Floats up = weight(hidden, dim, seed + 2, low);
    const grader::Floats down = weight(dim, hidden, seed + 3, low);
    grader::Floats y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const std::vector<double> in(x.data() + row * dim, x.data() + (row + 1) * dim);
        std::vector<double> gated = product(gate, in);
        const std::vector<double> upped = product(up, in);
        for (std::size_t i = 0; i < hidden; ++i) gated[i] *= upped[i] / (1 + std::exp(-gated[i]));
        const std::vector<double> out = product(down, gated);
        std::copy(out.begin(), out.end(), y.data() + row * dim);
    }
    return {{low ? "bfloat16" : "", {{"x", x}, {"w_gate", gate}, {"w_up", up}, {"w_down", down}}}, {y}};
}

void grade_counted(const sweep::Shape& shape, std::size_t hidden, bool low, std::uint32_t seed) {
    const auto [call, outputs] = counted_case(shape, hidden, low, seed);
    grade(call, outputs);
}

}  // namespace

QUESTION("one row, every outer and inner width", "一行，内外宽度取各种值") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted({width}, 5, low, 7000 + 8 * static_cast<unsigned>(width));
            grade_counted({1, 4}, width, low, 7004 + 8 * static_cast<unsigned>(width));
        }
    }
}

QUESTION("three rows, every outer and inner width", "三行，内外宽度取各种值") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted({3, width}, 5, low, 8100 + 8 * static_cast<unsigned>(width));
            grade_counted({3, 4}, width, low, 8104 + 8 * static_cast<unsigned>(width));
        }
    }
}

QUESTION("several rows after a leading axis of one", "前置轴为 1，后面有好几行") {
    for (const bool low : {false, true}) {
        grade_counted({1, 3, 125}, 125, low, 8991);
        grade_counted({1, 2, 2, 5}, 4, low, 8995);
    }
}

QUESTION("24 outside, 24 inside", "外层 24，内层 24") { grade_counted({3, 24}, 24, false, 8981); }

QUESTION("bfloat16 weights: 24 outside, 24 inside", "bfloat16 权重：外层 24，内层 24") {
    grade_counted({3, 24}, 24, true, 8985);
}

QUESTION("bfloat16 weights: one row", "bfloat16 权重：一行") { grade("bfloat16-one-row"); }

QUESTION("bfloat16 weights: many rows", "bfloat16 权重：多行") { grade("bfloat16-many-rows"); }

QUESTION("bfloat16 weights: rank 3 and rank 4", "bfloat16 权重：三维与四维") {
    grade("bfloat16-rank-3");
    grade("bfloat16-rank-4");
}

QUESTION("bfloat16 weights: x and the sums stay float32", "bfloat16 权重：x 与累加仍是 float32") {
    grade("bfloat16-cancel");
}

QUESTION("bfloat16 weights: a gate far from zero opens and closes", "bfloat16 权重：远离零的门全开与全关") {
    grade("bfloat16-large-gate");
}

QUESTION("bfloat16 weights: zero rows give zero rows", "bfloat16 权重：零行输入得到零行输出") {
    for (const auto& shape : {std::vector<std::size_t>{0, 5}, {3, 0, 5}}) {
        grader::Call call = with("bfloat16-one-row", {{"x", zeros(shape)}});
        grade(call, {zeros(shape)});
    }
}

QUESTION(
    "bfloat16 weights: a last axis other than dim is refused", "bfloat16 权重：最后一个轴的长度不等于 dim 时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{2, 4}, {1}, {1, 10}, {7}}) {
        refuses(with("bfloat16-one-row", {{"x", zeros(shape)}}));
    }
}

QUESTION("out was larger, smaller, or of another shape", "out 原来更大、更小，或是别的形状") {
    for (const char* fixture : {"out-before", "bfloat16-one-row"}) {
        sweep::grade_other_outputs(fixture);
    }
}

QUESTION("one row, weights so large that threads share them unevenly", "一行，权重很大，线程分不匀") {
    for (const bool low : {false, true}) grade_counted({1, 301}, 1021, low, 9501);
}

QUESTION("so many rows that threads cannot share them evenly", "行数很多，线程分不匀") {
    for (const bool low : {false, true}) grade_counted({37, 29}, 451, low, 9601);
}

QUESTION("bfloat16 weights of Qwen2-0.5B's real size", "Qwen2-0.5B 真实尺寸的 bfloat16 权重") {
    // As in the test of float weights, whose sums are as long.
    grade("bfloat16-qwen2", {.rtol = 1.3e-6, .atol = 3e-5});
}

QUESTION("the same object with other weights in it", "同一个对象，里面换了权重") {
    for (const bool low : {false, true}) {
        for (const char* changed : {"w_gate", "w_up", "w_down"}) {
            auto [call, outputs] = counted_case({3, 19}, 23, low, 9621);
            for (const char* name : {"w_gate", "w_up", "w_down"}) {
                grader::Floats earlier = std::get<grader::Floats>(call[name].is);
                if (name == std::string(changed)) earlier.values[earlier.size() * 3 / 7] += 1.0f;  // one of them alone
                call.set("earlier " + std::string(name), earlier);
            }
            grade(call, outputs);
        }
    }
}

QUESTION(
    "many rows: several threads give the same as one, every time", "多行：几个线程算出的与一个线程的相同，每次都如此") {
    for (const bool low : {false, true}) sweep::grade_threads(counted_case({67, 31}, 509, low, 9631), 3, 6);
}

QUESTION(
    "one row: several threads give the same as one, every time", "一行：几个线程算出的与一个线程的相同，每次都如此") {
    for (const bool low : {false, true}) sweep::grade_threads(counted_case({1, 301}, 1021, low, 9636), 4, 10);
}
