#include "softsign.hpp"

#include "support/grade.hpp"
#include "tests/week1/01-silu/softsign_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;

TEST_CASE("four values worked by hand") { grade("手算的四个值", "by-hand"); }

TEST_CASE("rank 3") { grade("三维", "rank-3"); }

TEST_CASE("zero rows give zero rows") {
    const auto empty = grader::zeros({0, 5});
    grade("零行输入得到零行输出", {{{"x", empty}}, {}, ""}, {empty});
}
