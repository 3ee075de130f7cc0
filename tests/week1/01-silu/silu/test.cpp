#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/01-silu/silu/cases.hpp"
