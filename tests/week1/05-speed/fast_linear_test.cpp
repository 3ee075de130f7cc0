#include "fast_linear.hpp"

#include "support/grade.hpp"
#include "tests/week1/03-qwen2-mlp/linear_cases.hpp"
#include "tests/week1/05-speed/fast_linear_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

/// x (shape, its last axis `in`) times a weight of outs x in. The weight is scaled so that sums are of the order of 1.
void grade_counted(const std::string& zh, const sweep::Shape& shape, std::size_t outs, bool biased,
                   std::uint32_t seed) {
    const std::size_t in = shape.back();
    const grader::Tensor x = sweep::counted(shape, seed, 2);
    const grader::Tensor weight = sweep::counted({outs, in}, seed + 1, std::sqrt(3.0f / static_cast<float>(in)));
    const grader::Tensor bias = sweep::counted({outs}, seed + 2);
    sweep::Shape y_shape = shape;
    y_shape.back() = outs;
    grader::Tensor y = xt::zeros<float>(y_shape);
    for (std::size_t row = 0; row < x.size() / in; ++row) {
        for (std::size_t o = 0; o < outs; ++o) {
            double sum = biased ? bias(o) : 0.0f;
            for (std::size_t i = 0; i < in; ++i) sum += static_cast<double>(x.data()[row * in + i]) * weight(o, i);
            y.data()[row * outs + o] = static_cast<float>(sum);
        }
    }
    grader::Call call{{{"x", x}, {"weight", weight}}, {}, ""};
    if (biased) call.tensors.emplace_back("bias", bias);
    grade(zh, call, {y});
}

}  // namespace

TEST_CASE("one row, every number of inputs, with a bias") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("一行，输入个数取各种值，有偏置", {1, width}, 5, true, 5000 + 3 * static_cast<unsigned>(width));
    }
}

TEST_CASE("one row, every number of outputs, without a bias") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("一行，输出个数取各种值，没有偏置", {6}, width, false, 5300 + 3 * static_cast<unsigned>(width));
    }
}

TEST_CASE("one row behind leading axes of one") {
    grade_counted("前面的轴都是 1 的一行", {1, 1, 19}, 7, true, 5601);
    grade_counted("前面的轴都是 1 的一行", {1, 1, 1, 19}, 7, false, 5604);
}

TEST_CASE("several rows behind a leading axis of one") {
    grade_counted("前面的轴是 1，后面有好几行", {1, 3, 19}, 7, true, 5607);
    grade_counted("前面的轴是 1，后面有好几行", {1, 2, 2, 5}, 4, false, 5610);
}

TEST_CASE("three rows, every number of inputs and outputs") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("三行，输入和输出的个数取各种值", {3, width}, 4, true, 5700 + 6 * static_cast<unsigned>(width));
        grade_counted("三行，输入和输出的个数取各种值", {3, 4}, width, false, 5703 + 6 * static_cast<unsigned>(width));
    }
}

TEST_CASE("every number of rows up to twenty") {
    for (std::size_t rows = 1; rows <= 20; ++rows) {
        grade_counted("一到二十行", {rows, 21}, 9, rows % 2 == 0, 6500 + 3 * static_cast<unsigned>(rows));
    }
}

TEST_CASE("one row, so many outputs that threads cannot share them evenly") {
    grade("一行，输出很多，线程分不匀", "long-row");
    grade_counted("一行，输出很多，线程分不匀", {1, 301}, 1021, true, 6701);
}

TEST_CASE("many rows, so many that threads cannot share them evenly") {
    grade("行数很多，线程分不匀", "many-rows");
    grade_counted("行数很多，线程分不匀", {2, 101, 31}, 29, true, 6801);
}

TEST_CASE("out was larger, smaller, or of another shape") {
    for (const char* fixture : {"out-before", "out-before-one-row"}) {
        sweep::grade_other_outputs("out 原来更大、更小，或是别的形状", fixture);
    }
}
