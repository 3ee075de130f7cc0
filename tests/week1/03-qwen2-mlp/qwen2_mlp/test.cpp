#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp/cases.hpp"

QUESTION(
    "77 outside and 93 inside; 70,000 hidden elements, and 300 rows", "外面 77，里面 93；中间层 70000 个元素；300 行") {
    grade("odd-widths");
    const std::size_t I = 70'000;  // silu(100) is 100
    const grader::Floats one({1, 1}, 1.0f);
    grade(with("by-hand", {{"x", one}, {"w_gate", grader::Floats({I, 1}, 100.0f)},
                              {"w_up", grader::Floats({I, 1}, 1.0f)}, {"w_down", adds_few_of(I)}}),
        {grader::Floats({1, 1}, 1900.0f)});
    // None below 0: silu by tanh is right there, too, but rounds much that is taken times 20 x.
    grader::Floats x = grader::counted({300, 1}, 791, 300);
    for (float& v : x) v = std::abs(v);
    grader::Floats y = x;
    for (float& v : y) v = static_cast<float>(v / (1 + std::exp(-double{v})) * 20 * v);
    grade(with("by-hand", {{"x", x}, {"w_gate", one}, {"w_up", grader::Floats({1, 1}, 20.0f)}, {"w_down", one}}), {y});
}
