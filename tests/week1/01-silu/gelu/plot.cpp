#include "grader/plot.hpp"

GRADER_PANELS(grader::curve("gelu"), grader::curve("gelu_tanh"))
