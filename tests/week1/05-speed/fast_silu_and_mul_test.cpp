#include "fast_silu_and_mul.hpp"

#include "support/grade.hpp"
#include "tests/week1/04-fusion/silu_and_mul_cases.hpp"
#include "tests/week1/05-speed/fast_silu_and_mul_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

void grade_counted(const std::string& zh, sweep::Shape shape, std::uint32_t seed) {
    const std::size_t half = shape.back();
    grader::Tensor y = xt::zeros<float>(shape);
    const std::size_t rows = y.size() / half;
    shape.back() = 2 * half;
    const grader::Tensor x = sweep::counted(shape, seed, 5);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < half; ++i) {
            const double gate = x.data()[row * 2 * half + i];
            const double up = x.data()[row * 2 * half + half + i];
            y.data()[row * half + i] = static_cast<float>(gate / (1.0 + std::exp(-gate)) * up);
        }
    }
    grade(zh, {{{"x", x}}, {}, ""}, {y});
}

}  // namespace

TEST_CASE("one row of halves of every width") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("一行，一半的宽度取各种值", {width}, 2000 + static_cast<unsigned>(width));
    }
}

TEST_CASE("three rows of halves of every width") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("三行，一半的宽度取各种值", {3, width}, 2200 + static_cast<unsigned>(width));
    }
}

TEST_CASE("several rows behind a leading axis of one") {
    grade_counted("前面的轴是 1，后面有好几行", {1, 3, 19}, 2351);
    grade_counted("前面的轴是 1，后面有好几行", {1, 2, 2, 5}, 2352);
}

TEST_CASE("gates from -104 to 104: exp near and far from zero") {
    grade("gate 从 −104 到 104：exp 的自变量有近有远", "far");
}

TEST_CASE("gates in small steps around zero: the polynomial is long enough") {
    grade("gate 在零附近取小步：多项式项数要够", "near");
}

TEST_CASE("out was larger, smaller, or of another shape") {
    sweep::grade_other_outputs("out 原来更大、更小，或是别的形状", "out-before");
}

TEST_CASE("so many rows that threads cannot share them evenly") {
    grade_counted("行数很多，线程分不匀", {37, 1021}, 2401);
    grade_counted("行数很多，线程分不匀", {2, 1021, 31}, 2403);
}

TEST_CASE("one row so long that threads share it") { grade_counted("一行很长，由几个线程分担", {1, 50021}, 2405); }
