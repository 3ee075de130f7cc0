#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;

QUESTION("four texts, as in the chapter", "章节里的四段文字") { grade("by-hand"); }
