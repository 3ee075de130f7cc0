#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/01-silu/silu/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

grader::Fixture counted_case(const sweep::Shape& shape, std::uint32_t seed, float scale) {
    const grader::Floats x = sweep::counted(shape, seed, scale);
    grader::Floats y = x;
    for (float& v : y) v = static_cast<float>(v / (1.0 + std::exp(-static_cast<double>(v))));
    return {{"", {{"x", x}}}, {y}};
}

void grade_counted(const sweep::Shape& shape, std::uint32_t seed, float scale) {
    const auto [call, outputs] = counted_case(shape, seed, scale);
    grade(call, outputs);
}

}  // namespace

QUESTION("one row of every width: no element after the last full register is missed",
    "各种宽度的一行：最后一个整寄存器之后的元素也不能漏") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({width}, 1000 + static_cast<unsigned>(width), 8);
    }
}

QUESTION("three rows of every width", "各种宽度的三行") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({3, width}, 1200 + static_cast<unsigned>(width), 6);
    }
}

QUESTION("from -104 to 104: exp near and far from zero", "从 −104 到 104：exp 的自变量有近有远") { grade("far"); }

QUESTION("small steps around zero: the polynomial is long enough", "零附近的小步：多项式项数要够") { grade("near"); }

QUESTION("out was larger, smaller, or of another shape", "out 原来更大、更小，或是别的形状") {
    sweep::grade_other_outputs("out-before");
}

QUESTION("called again with the same shape and other numbers", "再调用一次，形状相同，数不同") {
    for (const std::uint32_t seed : {1405u, 1406u}) grade_counted({5, 33}, seed, 9);
}

QUESTION("so many rows that threads cannot share them evenly", "行数很多，线程分不匀") {
    grade_counted({37, 1021}, 1401, 9);
    grade_counted({2, 1021, 31}, 1402, 9);
    grade_counted({1025, 1027}, 1407, 9);
}

QUESTION("one row so long that threads share it", "一行很长，由几个线程分担") { grade_counted({100003}, 1403, 9); }

QUESTION("several threads give the same as one, every time", "几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({131, 4864}, 1404, 9), 4, 10);
}
