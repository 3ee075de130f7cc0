#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/02-rms-norm/rms_norm/cases.hpp"

QUESTION(
    "rows of 93, and 300 rows of 256: more than 16 bits can count", "每行 93 个；300 行，每行 256 个：16 位数不下") {
    grade("odd-width");
    grader::Floats rows = grader::counted({300, 256}, 391), normalized = rows;
    for (std::size_t r = 0; r < 300; ++r) {
        double squares = 0;
        for (std::size_t i = 0; i < 256; ++i) squares += double{rows.row(r)[i]} * rows.row(r)[i];
        const double root = std::sqrt(squares / 256 + 1e-5);
        for (std::size_t i = 0; i < 256; ++i) normalized.row(r)[i] = static_cast<float>(2 * rows.row(r)[i] / root);
    }
    grade(with("by-hand", {{"x", rows}, {"weight", grader::Floats({256}, 2.0f)}, {"eps", 1e-5f}}), {normalized});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean square is 7.5e-14.
    const double root = std::sqrt(8.5e-14);
    std::vector<float> y;
    for (const double one : {1e-7, 2e-7, -3e-7, 4e-7}) y.push_back(static_cast<float>(one / root));
    grade(with("by-hand", {{"x", grader::Floats({4}, std::vector<float>{1e-7f, 2e-7f, -3e-7f, 4e-7f})},
                              {"weight", grader::Floats({4}, 1.0f)}, {"eps", 1e-14f}}),
        {grader::Floats({4}, y)});
}
