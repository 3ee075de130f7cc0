#include "silu_and_mul.hpp"

#include "support/grade.hpp"
#include "tests/week1/04-fusion/silu_and_mul_call.hpp"
#include "tests/week1/04-fusion/silu_and_mul_cases.hpp"

const grader::Answer grader::answer = &tiny_llm::call;
