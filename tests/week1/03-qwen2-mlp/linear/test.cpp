#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/03-qwen2-mlp/linear/cases.hpp"
