#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/qwen2_mlp/cases.hpp"
