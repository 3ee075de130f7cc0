#include "qwen2_mlp.hpp"

#include "support/grade.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp_call.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp_cases.hpp"

const grader::Answer grader::answer = &tiny_llm::call;
