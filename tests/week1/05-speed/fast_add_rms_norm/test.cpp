#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/add_rms_norm/cases.hpp"
#include "tests/week1/05-speed/sweep.hpp"

namespace {

float rounded(float value, bool low) { return low ? grader::rounded(value, grader::bfloat16_bits) : value; }

/// Each row has a scale of its own, so that one row's mean square is none of another's. In bfloat16 the weights are
/// powers of two, so that rounding before them or after them is the same.
grader::Fixture counted_case(const sweep::Shape& shape, std::uint32_t seed, bool low) {
    const std::size_t dim = shape.back();
    const float eps = 1e-3f;
    grader::Floats x = sweep::counted(shape, seed, 1);
    grader::Floats residual = sweep::counted(shape, seed + 1, 2);
    grader::Floats weight = sweep::counted({dim}, seed + 2, 2);
    if (low) {
        for (float& w : weight) w = std::copysign(std::exp2(std::floor(2 * w)), w);
    }
    grader::Floats normalized = x;
    grader::Floats sum = x;
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
            normalized.data()[row * dim + i] = rounded(static_cast<float>(exact[i] * scale * weight.values[i]), low);
        }
    }
    return {{low ? "bfloat16" : "", {{"x", x}, {"residual", residual}, {"weight", weight}, {"eps", eps}}},
        {normalized, sum}};
}

void grade_counted(const sweep::Shape& shape, std::uint32_t seed, bool low) {
    const auto [call, outputs] = counted_case(shape, seed, low);
    grade(call, outputs, low ? one_ulp : Tolerance{});
}

}  // namespace

QUESTION("one row of every width: the squares after the last full register count",
    "各种宽度的一行：最后一个整寄存器之后的平方也要算") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted({width}, 4000 + 3 * static_cast<unsigned>(width), low);
        }
    }
}

QUESTION("three rows of every width", "各种宽度的三行") {
    for (const std::size_t width : sweep::widths()) {
        for (const bool low : {false, true}) {
            grade_counted({3, width}, 4300 + 3 * static_cast<unsigned>(width), low);
        }
    }
}

QUESTION("several rows after a leading axis of one", "前置轴为 1，后面有好几行") {
    for (const bool low : {false, true}) {
        grade_counted({1, 3, 19}, 4651, low);
        grade_counted({1, 2, 2, 5}, 4654, low);
    }
}

QUESTION(
    "tiny rows of an odd width: eps decides, the tail counts", "宽度为奇数的很小的行：eps 起决定作用，尾部也要算") {
    grade("tiny-odd");
}

QUESTION("bfloat16, rows of an odd width", "bfloat16，宽度为奇数的行") { grade("bfloat16-odd", almost_exact); }

QUESTION("both outputs were larger, smaller, or of another shape", "两个输出原来更大、更小，或是别的形状") {
    sweep::grade_other_outputs("out-before");
}

QUESTION("one output fits already, the other does not", "一个输出的形状已经对，另一个不对") {
    sweep::grade_one_that_fits("out-before");
    sweep::grade_one_that_fits("bfloat16-odd", almost_exact);
}

QUESTION("called again with the same shape and other numbers", "再调用一次，形状相同，数不同") {
    for (const bool low : {false, true}) {
        for (const std::uint32_t seed : {4717u, 4720u}) grade_counted({5, 33}, seed, low);
    }
}

QUESTION("so many rows that threads cannot share them evenly", "行数很多，线程分不匀") {
    for (const bool low : {false, true}) {
        grade_counted({37, 1021}, 4701, low);
        grade_counted({2, 1021, 31}, 4704, low);
    }
    grade_counted({1175, 897}, 4707, false);
}

QUESTION("several threads give the same as one, every time", "几个线程算出的与一个线程的相同，每次都如此") {
    sweep::grade_threads(counted_case({601, 897}, 4711, false), 4, 10);
    sweep::grade_threads(counted_case({601, 897}, 4714, true), 4, 10, one_ulp);
}
