#include "week2/01-attention/softmax.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/01-attention/softmax/mistakes.hpp"

tiny_llm::Tensor tiny_llm::softmax(const Tensor& x) { return grader::as_part(&::softmax, "x", x); }
