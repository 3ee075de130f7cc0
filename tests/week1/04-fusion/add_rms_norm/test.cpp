#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/add_rms_norm/cases.hpp"

QUESTION("rows of 93; 70,000 rows, and sums up to 200,000", "每行 93 个；70000 行；相加结果大到 ±200000") {
    grade("odd-width");
    // A row of one is 1 or -1.
    grader::Floats rows = grader::counted({70'000, 1}, 1191, 1e5f), twice = rows, sign = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (std::abs(rows.values[i]) < 100) rows.values[i] = 100;
        twice.values[i] = 2 * rows.values[i];
        sign.values[i] = std::copysign(1.0f, rows.values[i]);
    }
    grade(with("by-hand", {{"x", rows}, {"residual", rows}, {"weight", grader::Floats({1}, 1.0f)}}), {sign, twice});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean square is 7.5e-14.
    const double root = std::sqrt(8.5e-14);
    std::vector<float> y;
    for (const double one : {1e-7, 2e-7, -3e-7, 4e-7}) y.push_back(static_cast<float>(one / root));
    const grader::Floats x({4}, std::vector<float>{1e-7f, 2e-7f, -3e-7f, 4e-7f});
    grade(with("by-hand", {{"x", x}, {"residual", zeros({4})}, {"weight", grader::Floats({4}, 1.0f)}, {"eps", 1e-14f}}),
        {grader::Floats({4}, y), x});
}
