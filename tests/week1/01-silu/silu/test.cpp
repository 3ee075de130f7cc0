#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/01-silu/silu/cases.hpp"

QUESTION("70,000 values: more than 16 bits can count", "70000 个值：16 位数不下") {
    const grader::Floats x = grader::counted({70'000}, 191, 30);
    grader::Floats y = x;
    for (float& v : y) v = static_cast<float>(v / (1 + std::exp(-double{v})));
    grade({"", {{"x", x}}}, {y});
}
