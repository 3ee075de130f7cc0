#include "week1/01-silu/silu.hpp"

#include "grader/as_part.hpp"
#include "tests/week1/01-silu/silu/mistakes.hpp"

tiny_llm::Tensor tiny_llm::silu(const Tensor& x) { return grader::as_part(&::silu, "x", x); }
