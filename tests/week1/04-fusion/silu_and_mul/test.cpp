#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/silu_and_mul/cases.hpp"

QUESTION("halves of 70,000, and 300 rows; up to 1,000", "一半是 70000 个；300 行；up 大到 1000") {
    for (const auto& [rows, half] : {std::pair<std::size_t, std::size_t>{1, 70'000}, {300, 256}}) {
        grader::Floats x = grader::counted({rows, 2 * half}, 991, 30), y({rows, half}, 0.0f);
        for (std::size_t k = 0; k < y.size(); ++k) {
            float& first = x.row(k / half)[k % half];
            // None below 0: silu by tanh is right there, too, but rounds much that is taken times 1,000.
            const double gate = first = 8 * std::abs(first);
            const double up = x.row(k / half)[half + k % half] *= 32;
            y.values[k] = static_cast<float>(gate / (1 + std::exp(-gate)) * up);
        }
        grade(with("by-hand", {{"x", x}}), {y});
    }
}
