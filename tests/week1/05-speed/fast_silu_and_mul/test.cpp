#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/silu_and_mul/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

grader::Fixture counted_case(sweep::Shape shape, std::uint32_t seed) {
    const std::size_t half = shape.back();
    grader::Floats y = zeros(shape);
    const std::size_t rows = y.size() / half;
    shape.back() = 2 * half;
    const grader::Floats x = sweep::counted(shape, seed, 5);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < half; ++i) {
            const double gate = x.data()[row * 2 * half + i];
            const double up = x.data()[row * 2 * half + half + i];
            y.data()[row * half + i] = static_cast<float>(gate / (1.0 + std::exp(-gate)) * up);
        }
    }
    return {{"", {{"x", x}}}, {y}};
}

void grade_counted(const sweep::Shape& shape, std::uint32_t seed) {
    const auto [call, outputs] = counted_case(shape, seed);
    grade(call, outputs);
}

}  // namespace

QUESTION("one row of halves of every width", "一行，一半的宽度取各种值") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({width}, 2000 + static_cast<unsigned>(width));
    }
}

QUESTION("three rows of halves of every width", "三行，一半的宽度取各种值") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({3, width}, 2200 + static_cast<unsigned>(width));
    }
}

QUESTION("several rows after a leading axis of one", "前置轴为 1，后面有好几行") {
    grade_counted({1, 3, 19}, 2351);
    grade_counted({1, 2, 2, 5}, 2352);
}

QUESTION("gates from -104 to 104: exp near and far from zero", "gate 从 −104 到 104：exp 的自变量有近有远") {
    grade("far");
}

QUESTION("gates in small steps around zero: the polynomial is long enough", "gate 在零附近取小步：多项式项数要够") {
    grade("near");
}

QUESTION("out was larger, smaller, or of another shape", "out 原来更大、更小，或是别的形状") {
    sweep::grade_other_outputs("out-before");
}

QUESTION("called again with the same shape and other numbers", "再调用一次，形状相同，数不同") {
    for (const std::uint32_t seed : {2407u, 2408u}) grade_counted({5, 33}, seed);
}

QUESTION("so many rows that threads cannot share them evenly", "行数很多，线程分不匀") {
    grade_counted({37, 1021}, 2401);
    grade_counted({2, 1021, 31}, 2403);
    grade_counted({1025, 1027}, 2407);
}

QUESTION("one row so long that threads share it", "一行很长，由几个线程分担") { grade_counted({1, 50021}, 2405); }

QUESTION("several threads give the same as one, every time", "几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({131, 4867}, 2406), 4, 10);
}
