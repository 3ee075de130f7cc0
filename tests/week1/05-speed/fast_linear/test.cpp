#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/linear/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

/// x (shape, its last axis `in`) times a weight of outs x in. The weight is scaled so that sums are of the order of 1.
grader::Fixture counted_case(const sweep::Shape& shape, std::size_t outs, bool biased, std::uint32_t seed) {
    const std::size_t in = shape.back();
    const grader::Floats x = sweep::counted(shape, seed, 2);
    const grader::Floats weight = sweep::counted({outs, in}, seed + 1, std::sqrt(3.0f / static_cast<float>(in)));
    const grader::Floats bias = sweep::counted({outs}, seed + 2);
    sweep::Shape y_shape = shape;
    y_shape.back() = outs;
    grader::Floats y = zeros(y_shape);
    for (std::size_t row = 0; row < x.size() / in; ++row) {
        for (std::size_t o = 0; o < outs; ++o) {
            double sum = biased ? bias.values[o] : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += static_cast<double>(x.data()[row * in + i]) * weight.row(o)[i];
            y.data()[row * outs + o] = static_cast<float>(sum);
        }
    }
    grader::Call call{"", {{"x", x}, {"weight", weight}}};
    if (biased) call.set("bias", bias);
    return {call, {y}};
}

void grade_counted(const sweep::Shape& shape, std::size_t outs, bool biased, std::uint32_t seed) {
    const auto [call, outputs] = counted_case(shape, outs, biased, seed);
    grade(call, outputs);
}

}  // namespace

QUESTION("one row, every number of inputs, with a bias", "一行，输入个数取各种值，有偏置") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({1, width}, 5, true, 5000 + 3 * static_cast<unsigned>(width));
    }
}

QUESTION("one row, every number of outputs, without a bias", "一行，输出个数取各种值，没有偏置") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({6}, width, false, 5300 + 3 * static_cast<unsigned>(width));
    }
}

QUESTION("more inputs than Qwen2-0.5B's widest layer has", "输入比 Qwen2-0.5B 最宽的一层还多") {
    // Sums are longer than elsewhere.
    for (const std::size_t rows : {1, 3, 33}) {
        const auto [call, outputs] = counted_case({rows, 4867}, 5, true, 5901 + 3 * static_cast<unsigned>(rows));
        grade(call, outputs, {.rtol = 1.3e-6, .atol = 3e-5});
    }
}

QUESTION("24 inputs, 24 outputs", "24 个输入，24 个输出") { grade_counted({3, 24}, 24, true, 7101); }

QUESTION("28 inputs, 28 outputs", "28 个输入，28 个输出") { grade_counted({3, 28}, 28, true, 7111); }

QUESTION("one row after leading axes of one", "前置轴都是 1 的一行") {
    grade_counted({1, 1, 125}, 7, true, 5601);
    grade_counted({1, 1, 1, 19}, 7, false, 5604);
}

QUESTION("several rows after a leading axis of one", "前置轴为 1，后面有好几行") {
    grade_counted({1, 3, 125}, 7, true, 5607);
    grade_counted({1, 2, 2, 5}, 4, false, 5610);
}

QUESTION("three rows, every number of inputs and outputs", "三行，输入和输出的个数取各种值") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({3, width}, 4, true, 5700 + 6 * static_cast<unsigned>(width));
        grade_counted({3, 4}, width, false, 5703 + 6 * static_cast<unsigned>(width));
    }
}

QUESTION("every number of rows up to twenty", "一到二十行") {
    for (std::size_t rows = 1; rows <= 20; ++rows) {
        grade_counted({rows, 21}, 9, rows % 2 == 0, 6500 + 3 * static_cast<unsigned>(rows));
    }
}

QUESTION("one row, so many outputs that threads cannot share them evenly", "一行，输出很多，线程分不匀") {
    grade("long-row");
    grade_counted({1, 301}, 1021, true, 6701);
}

QUESTION("many rows, so many that threads cannot share them evenly", "行数很多，线程分不匀") {
    grade("many-rows");
    grade_counted({2, 101, 31}, 29, true, 6801);
}

QUESTION("out was larger, smaller, or of another shape", "out 原来更大、更小，或是别的形状") {
    for (const char* fixture : {"square", "out-before", "out-before-one-row"}) {
        sweep::grade_other_outputs(fixture);
    }
}

QUESTION("the same weight tensor with other numbers in it", "同一个权重张量，里面换了数") {
    for (const std::size_t rows : {1, 3}) {
        auto [call, outputs] = counted_case({rows, 67}, 37, true, 6901);
        grader::Floats earlier = std::get<grader::Floats>(call["weight"].is);
        earlier.values[earlier.size() * 3 / 7] += 1.0f;  // one of them alone, where nobody looks
        call.set("earlier weight", earlier);
        grade(call, outputs);
        call.set("earlier weight", sweep::counted({37, 67}, 6904));
        grade(call, outputs);
    }
}

QUESTION(
    "many rows: several threads give the same as one, every time", "多行：几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({7, 131}, 131, true, 6921), 3, 6);
    sweep::grade_threads(counted_case({7, 601}, 1021, true, 6911), 3, 6);
}

QUESTION(
    "one row: several threads give the same as one, every time", "一行：几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({1, 181}, 181, true, 6924), 4, 10);
    sweep::grade_threads(counted_case({1, 601}, 1021, false, 6914), 4, 10);
}
