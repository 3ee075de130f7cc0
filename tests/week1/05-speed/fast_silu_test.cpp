#include "fast_silu.hpp"

#include "support/grade.hpp"
#include "tests/week1/01-silu/silu_cases.hpp"
#include "tests/week1/05-speed/fast_silu_call.hpp"
#include "tests/week1/05-speed/sweep.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

namespace {

void grade_counted(const std::string& zh, const sweep::Shape& shape, std::uint32_t seed, float scale) {
    const grader::Tensor x = sweep::counted(shape, seed, scale);
    grader::Tensor y = x;
    for (float& v : y) v = static_cast<float>(v / (1.0 + std::exp(-static_cast<double>(v))));
    grade(zh, {{{"x", x}}, {}, ""}, {y});
}

}  // namespace

TEST_CASE("one row of every width: no element after the last full register is missed") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("各种宽度的一行：最后一个整寄存器之后的元素也不能漏", {width},
                      1000 + static_cast<unsigned>(width), 8);
    }
}

TEST_CASE("three rows of every width") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted("各种宽度的三行", {3, width}, 1200 + static_cast<unsigned>(width), 6);
    }
}

TEST_CASE("from -104 to 104: exp near and far from zero") { grade("从 −104 到 104：exp 的自变量有近有远", "far"); }

TEST_CASE("small steps around zero: the polynomial is long enough") { grade("零附近的小步：多项式项数要够", "near"); }

TEST_CASE("out was larger, smaller, or of another shape") {
    sweep::grade_other_outputs("out 原来更大、更小，或是别的形状", "out-before");
}

TEST_CASE("so many rows that threads cannot share them evenly") {
    grade_counted("行数很多，线程分不匀", {37, 1021}, 1401, 9);
    grade_counted("行数很多，线程分不匀", {2, 1021, 31}, 1402, 9);
}

TEST_CASE("one row so long that threads share it") { grade_counted("一行很长，由几个线程分担", {100003}, 1403, 9); }
