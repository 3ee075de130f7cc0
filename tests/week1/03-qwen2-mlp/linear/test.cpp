#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/linear/cases.hpp"

QUESTION("125 inputs; 131,072 inputs, 70,000 outputs, 70,000 rows: more than 16 bits can count",
    "125 个输入；131072 个输入；70000 个输出；70000 行：16 位数不下") {
    grade("odd-widths");
    const std::size_t in = 131'072, many = 70'000;
    grader::Floats weight({1, in}, 1.0f);
    std::fill(weight.begin() + in / 2, weight.end(), 3.0f);
    grade(with("no-bias", {{"x", grader::Floats({1, in}, 1.0f)}, {"weight", weight}}),
        {grader::Floats({1, 1}, 2.0f * in)});
    const grader::Floats column = grader::counted({many, 1}, 591), two({1, 1}, 2.0f);
    grader::Floats twice = column;
    for (float& one : twice) one *= 2;
    grade(with("no-bias", {{"x", column}, {"weight", two}}), {twice});
    twice.shape = {1, many};
    grade(with("no-bias", {{"x", two}, {"weight", column}}), {twice});
}
