#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/02-rms-norm/rms_norm/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

/// Each row has a scale of its own, so that one row's mean square is none of another's.
grader::Fixture counted_case(const sweep::Shape& shape, std::uint32_t seed) {
    const std::size_t dim = shape.back();
    const float eps = 1e-3f;
    grader::Floats x = sweep::counted(shape, seed, 2);
    const grader::Floats weight = sweep::counted({dim}, seed + 1, 2);
    grader::Floats y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        float* from = x.data() + row * dim;
        double squares = 0;
        for (std::size_t i = 0; i < dim; ++i) {
            from[i] *= 0.05f * static_cast<float>(1 + row % 7 * 5);
            squares += static_cast<double>(from[i]) * from[i];
        }
        const double scale = 1 / std::sqrt(squares / static_cast<double>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i)
            y.data()[row * dim + i] = static_cast<float>(from[i] * scale * weight.values[i]);
    }
    return {{"", {{"x", x}, {"weight", weight}, {"eps", eps}}}, {y}};
}

void grade_counted(const sweep::Shape& shape, std::uint32_t seed) {
    const auto [call, outputs] = counted_case(shape, seed);
    grade(call, outputs);
}

}  // namespace

QUESTION("one row of every width: the squares after the last full register count",
    "各种宽度的一行：最后一个整寄存器之后的平方也要算") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({width}, 3000 + 2 * static_cast<unsigned>(width));
    }
}

QUESTION("three rows of every width", "各种宽度的三行") {
    for (const std::size_t width : sweep::widths()) {
        grade_counted({3, width}, 3200 + 2 * static_cast<unsigned>(width));
    }
}

QUESTION("several rows after a leading axis of one", "前置轴为 1，后面有好几行") {
    grade_counted({1, 3, 125}, 3451);  // of each step of 4, 8, 16, 32 and 64 another number of elements is left over
    grade_counted({1, 2, 2, 5}, 3453);
}

QUESTION(
    "tiny rows of an odd width: eps decides, the tail counts", "宽度为奇数的很小的行：eps 起决定作用，尾部也要算") {
    grade("tiny-odd");
}

QUESTION("out was larger, smaller, or of another shape", "out 原来更大、更小，或是别的形状") {
    auto [call, outputs] = counted_case({3, 125}, 3513);
    call.set(grader::output_before(0), grader::Floats({3, 125}, 0.5f));
    grade(call, outputs);
    sweep::grade_other_outputs("out-before");
}

QUESTION("called again with the same shape and other numbers", "再调用一次，形状相同，数不同") {
    for (const std::uint32_t seed : {3509u, 3511u}) grade_counted({5, 33}, seed);
}

QUESTION("so many rows that threads cannot share them evenly", "行数很多，线程分不匀") {
    grade_counted({37, 1021}, 3501);
    grade_counted({2, 1021, 31}, 3503);
    grade_counted({1175, 897}, 3507);
}

QUESTION("one long row", "很长的一行") { grade_counted({1, 50021}, 3505); }

QUESTION("several threads give the same as one, every time", "几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({601, 897}, 3507), 4, 10);
}
