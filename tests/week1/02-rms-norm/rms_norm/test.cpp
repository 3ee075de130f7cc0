#include "setup.hpp"

#include "grader/questions.hpp"
#include "tests/week1/02-rms-norm/rms_norm/cases.hpp"
