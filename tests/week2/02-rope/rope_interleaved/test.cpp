#include "setup.hpp"

#include "tests/week2/02-rope/rope/cases.hpp"

QUESTION("two heads as wide as Qwen2-0.5B's", "两个与 Qwen2-0.5B 同样宽的头") { grade("qwen2"); }

QUESTION("1,100 rows, 30 heads, from position 65,900 on", "从位置 65900 开始的 1100 行，30 个头") {
    const std::size_t L = 1100, H = 30, half = 1, offset = 65'900;
    const grader::Floats x = grader::counted({L, H, 2 * half}, 991, 3);
    // Any numbers will do: what a row is turned by is told by its place in the tables.
    const grader::Floats cos = grader::counted({99'000, half}, 992), sin = grader::counted({99'000, half}, 993);
    grader::Floats y = x;
    for (std::size_t r = 0; r < L * H; ++r) {
        const float c = cos.values[offset + r / H], s = sin.values[offset + r / H];
        y.row(r)[0] = x.row(r)[0] * c - x.row(r)[1] * s;
        y.row(r)[1] = x.row(r)[1] * c + x.row(r)[0] * s;
    }
    grade(with("from-4", {{"x", x}, {"cos", cos}, {"sin", sin}, {"offset", offset}}), {y});
}

QUESTION("heads of 320 numbers, wider than any model's", "每个头 320 个数，比哪个模型的都宽") {
    const std::size_t L = 3, H = 2, half = 160, offset = 5;
    const grader::Floats x = grader::counted({L, H, 2 * half}, 995, 3);
    const grader::Floats cos = grader::counted({9, half}, 996), sin = grader::counted({9, half}, 997);
    grader::Floats y = x;
    for (std::size_t r = 0; r < L * H; ++r) {
        for (std::size_t i = 0; i < half; ++i) {
            const float c = cos.row(offset + r / H)[i], s = sin.row(offset + r / H)[i];
            float &a = y.row(r)[2 * i], &b = y.row(r)[2 * i + 1];
            const float old = a;
            a = old * c - b * s;
            b = b * c + old * s;
        }
    }
    grade(with("from-4", {{"x", x}, {"cos", cos}, {"sin", sin}, {"offset", offset}}), {y});
}
