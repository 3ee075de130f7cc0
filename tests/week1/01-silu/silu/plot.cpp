#include "grader/plot.hpp"

GRADER_PANELS(grader::curve("silu"))
