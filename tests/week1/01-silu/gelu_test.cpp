#include "gelu.hpp"

#include "support/grade.hpp"
#include "tests/week1/01-silu/gelu_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;

TEST_CASE("gelu: four values worked by hand in the chapter") { grade("gelu：章节里手算的四个值", "by-hand"); }

TEST_CASE("gelu_tanh: the same four values") { grade("gelu_tanh：同样的四个值", "tanh-by-hand"); }

TEST_CASE("gelu where the two forms differ most, near 2.7") {
    grade("gelu：两种形式在 2.7 附近差别最大", "where-they-differ");
}

TEST_CASE("gelu_tanh where the two forms differ most, near 2.7") {
    grade("gelu_tanh：两种形式在 2.7 附近差别最大", "tanh-where-they-differ");
}

TEST_CASE("a row of one") {
    grade("只有一个元素的行", "one-element");
    grade("只有一个元素的行", "tanh-one-element");
}

TEST_CASE("gelu: values to 100") { grade("gelu：到 ±100", "large"); }

TEST_CASE("gelu_tanh: values to 100, where exp overflows") { grade("gelu_tanh：到 ±100，exp 会溢出", "tanh-large"); }

TEST_CASE("rank 1") {
    grade("一维", "rank-1");
    grade("一维", "tanh-rank-1");
}

TEST_CASE("rank 2, odd width") {
    grade("二维，奇数宽度", "rank-2");
    grade("二维，奇数宽度", "tanh-rank-2");
}

TEST_CASE("rank 3") {
    grade("三维", "rank-3");
    grade("三维", "tanh-rank-3");
}

TEST_CASE("rank 4") {
    grade("四维", "rank-4");
    grade("四维", "tanh-rank-4");
}

TEST_CASE("zero rows give zero rows") {
    for (const char* function : {"gelu", "gelu_tanh"}) {
        for (const auto& shape : {std::vector<std::size_t>{0, 5}, {2, 0, 3}, {0}}) {
            const auto empty = grader::zeros(shape);
            grade("零行输入得到零行输出", {{{"x", empty}}, {}, function}, {empty});
        }
    }
}

TEST_CASE("GPT-2's intermediate size") {
    grade("GPT-2 的中间层宽度", "gpt2");
    grade("GPT-2 的中间层宽度", "tanh-gpt2");
}
