#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/wider.hpp"

using grader::grade;

QUESTION("gelu: four values worked by hand in the chapter", "gelu：章节里手算的四个值") { grade("by-hand"); }

QUESTION("gelu_tanh: the same four values", "gelu_tanh：同样的四个值") { grade("tanh-by-hand"); }

QUESTION("gelu where the two forms differ most, near 2.7", "gelu：两种形式在 2.7 附近差别最大") {
    grade("where-they-differ");
}

QUESTION("gelu_tanh where the two forms differ most, near 2.7", "gelu_tanh：两种形式在 2.7 附近差别最大") {
    grade("tanh-where-they-differ");
}

QUESTION("a row of one", "只有一个元素的行") {
    grade("one-element");
    grade("tanh-one-element");
}

QUESTION("gelu: values up to 100", "gelu：大到 ±100 的值") { grade("large"); }

QUESTION("gelu_tanh: values up to 100, where exp overflows", "gelu_tanh：大到 ±100 的值，exp 会溢出") {
    grade("tanh-large");
}

QUESTION("rank 1", "一维") {
    grade("rank-1");
    grade("tanh-rank-1");
}

QUESTION("rank 2, odd width", "二维，奇数宽度") {
    grade("rank-2");
    grade("tanh-rank-2");
}

QUESTION("rank 3", "三维") {
    grade("rank-3");
    grade("tanh-rank-3");
}

QUESTION("rank 4", "四维") {
    grade("rank-4");
    grade("tanh-rank-4");
}

QUESTION("five axes", "五个轴") {
    grade_with_one_more_axis("rank-4", {"x"});
    grade_with_one_more_axis("tanh-rank-4", {"x"});
}

QUESTION("zero rows give zero rows", "零行输入得到零行输出") {
    for (const char* function : {"gelu", "gelu_tanh"}) {
        for (const auto& shape : {std::vector<std::size_t>{0, 5}, {2, 0, 3}, {0}}) {
            const auto empty = grader::zeros(shape);
            grade({function, {{"x", empty}}}, {empty});
        }
    }
}

QUESTION("GPT-2's intermediate size", "GPT-2 的中间层大小") {
    grade("gpt2");
    grade("tanh-gpt2");
}

QUESTION("70,000 values: more than 16 bits can count", "70000 个值：16 位数不下") {
    const grader::Floats x = grader::counted({70'000}, 291, 6);
    grader::Floats y = x, y_tanh = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = x.values[i];
        y.values[i] = static_cast<float>(v / 2 * std::erfc(-v / std::sqrt(2.0)));
        y_tanh.values[i] =
            static_cast<float>(v / (1 + std::exp(-2 * std::sqrt(2 / std::acos(-1.0)) * (v + 0.044715 * v * v * v))));
    }
    grade({"gelu", {{"x", x}}}, {y});
    grade({"gelu_tanh", {{"x", x}}}, {y_tanh});
}
