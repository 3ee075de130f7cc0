#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

QUESTION("placeholder", "placeholder") { grade("by-hand"); }
