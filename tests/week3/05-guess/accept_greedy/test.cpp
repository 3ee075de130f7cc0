#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::zeros;

QUESTION("four values worked by hand", "手算的四个值") { grade("by-hand"); }

QUESTION("rank 3", "三维") { grade("rank-3"); }

QUESTION("zero rows give zero rows", "零行输入得到零行输出") { grade({"", {{"x", zeros({0, 5})}}}, {zeros({0, 5})}); }
