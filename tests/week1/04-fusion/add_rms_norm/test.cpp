#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/04-fusion/add_rms_norm/cases.hpp"
