#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/silu_and_mul/cases.hpp"
