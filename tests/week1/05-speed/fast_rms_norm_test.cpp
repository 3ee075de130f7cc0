#include "fast_rms_norm.hpp"

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/rms_norm_cases.hpp"
#include "tests/week1/05-speed/fast_rms_norm_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

/// Each row has a scale of its own, so that one row's mean square is none of another's.
void grade_counted(const std::string& zh, const sweep::Shape& shape, std::uint32_t seed) {
    const std::size_t dim = shape.back();
    const float eps = 1e-3f;
    grader::Tensor x = sweep::counted(shape, seed, 2);
    const grader::Tensor weight = sweep::counted({dim}, seed + 1, 2);
    grader::Tensor y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        float* from = x.data() + row * dim;
        double squares = 0;
        for (std::size_t i = 0; i < dim; ++i) {
            from[i] *= 0.05f * static_cast<float>(1 + row % 7 * 5);
            squares += static_cast<double>(from[i]) * from[i];
        }
        const double scale = 1 / std::sqrt(squares / static_cast<double>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[row * dim + i] = static_cast<float>(from[i] * scale * weight(i));
    }
    grade(zh, {{{"x", x}, {"weight", weight}}, {{"eps", eps}}, ""}, {y});
}

}  // namespace

TEST_CASE("one row of every width: the squares after the last full register count") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("各种宽度的一行：最后一个整寄存器之后的平方也要算", {width},
                      3000 + 2 * static_cast<unsigned>(width));
    }
}

TEST_CASE("three rows of every width") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("各种宽度的三行", {3, width}, 3200 + 2 * static_cast<unsigned>(width));
    }
}

TEST_CASE("several rows behind a leading axis of one") {
    grade_counted("前面的轴是 1，后面有好几行", {1, 3, 19}, 3451);
    grade_counted("前面的轴是 1，后面有好几行", {1, 2, 2, 5}, 3453);
}

TEST_CASE("tiny rows of an odd width: eps decides, the tail counts") {
    grade("宽度为奇数的很小的行：eps 起决定作用，尾部也要算", "tiny-odd");
}

TEST_CASE("out was larger, smaller, or of another shape") {
    sweep::grade_other_outputs("out 原来更大、更小，或是别的形状", "out-before");
}

TEST_CASE("so many rows that threads cannot share them evenly") {
    grade_counted("行数很多，线程分不匀", {37, 1021}, 3501);
    grade_counted("行数很多，线程分不匀", {2, 1021, 31}, 3503);
}

TEST_CASE("one long row") { grade_counted("很长的一行", {1, 50021}, 3505); }
