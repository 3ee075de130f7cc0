#include "fast_add_rms_norm.hpp"

#include "support/grade.hpp"
#include "tests/week1/04-fusion/add_rms_norm_cases.hpp"
#include "tests/week1/05-speed/fast_add_rms_norm_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

float rounded(float value, bool low) { return low ? float(tiny_llm::bfloat16(value)) : value; }

/// Each row has a scale of its own, so that one row's mean square is none of another's. In bfloat16 the weights are
/// powers of two, so that rounding before them or after them is the same.
void grade_counted(const std::string& zh, const sweep::Shape& shape, std::uint32_t seed, bool low) {
    const std::size_t dim = shape.back();
    const float eps = 1e-3f;
    grader::Tensor x = sweep::counted(shape, seed, 1);
    grader::Tensor residual = sweep::counted(shape, seed + 1, 2);
    grader::Tensor weight = sweep::counted({dim}, seed + 2, 2);
    if (low) {
        for (float& w : weight) w = std::copysign(std::exp2(std::floor(2 * w)), w);
    }
    grader::Tensor normalized = x;
    grader::Tensor sum = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        double squares = 0;
        std::vector<double> exact(dim);
        for (std::size_t i = 0; i < dim; ++i) {
            const float scale = 0.05f * static_cast<float>(1 + row % 7 * 5);
            float& a = x.data()[row * dim + i];
            float& b = residual.data()[row * dim + i];
            a = rounded(a * scale, low);
            b = rounded(b * scale, low);
            exact[i] = static_cast<double>(a) + b;
            squares += exact[i] * exact[i];
        }
        const double scale = 1 / std::sqrt(squares / static_cast<double>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            sum.data()[row * dim + i] = rounded(static_cast<float>(exact[i]), low);
            normalized.data()[row * dim + i] = rounded(static_cast<float>(exact[i] * scale * weight(i)), low);
        }
    }
    const grader::Call call{
        {{"x", x}, {"residual", residual}, {"weight", weight}}, {{"eps", eps}}, low ? "bfloat16" : ""};
    grade(zh, call, {normalized, sum}, low ? one_ulp : Tolerance{});
}

}  // namespace

TEST_CASE("one row of every width: the squares after the last full register count") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted("各种宽度的一行：最后一个整寄存器之后的平方也要算", {width},
                          4000 + 3 * static_cast<unsigned>(width), low);
        }
    }
}

TEST_CASE("three rows of every width") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted("各种宽度的三行", {3, width}, 4300 + 3 * static_cast<unsigned>(width), low);
        }
    }
}

TEST_CASE("several rows behind a leading axis of one") {
    for (const bool low : {false, true}) {
        grade_counted("前面的轴是 1，后面有好几行", {1, 3, 19}, 4651, low);
        grade_counted("前面的轴是 1，后面有好几行", {1, 2, 2, 5}, 4654, low);
    }
}

TEST_CASE("tiny rows of an odd width: eps decides, the tail counts") {
    grade("宽度为奇数的很小的行：eps 起决定作用，尾部也要算", "tiny-odd");
}

TEST_CASE("bfloat16, rows of an odd width") { grade("bfloat16，宽度为奇数的行", "bfloat16-odd", almost_exact); }

TEST_CASE("both outputs were larger, smaller, or of another shape") {
    sweep::grade_other_outputs("两个输出原来更大、更小，或是别的形状", "out-before");
}

TEST_CASE("so many rows that threads cannot share them evenly") {
    for (const bool low : {false, true}) {
        grade_counted("行数很多，线程分不匀", {37, 1021}, 4701, low);
        grade_counted("行数很多，线程分不匀", {2, 1021, 31}, 4704, low);
    }
}
