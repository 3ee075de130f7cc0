#include "week2/02-rope/rope.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/02-rope/rope/mistakes.hpp"

tiny_llm::Tensor tiny_llm::rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    return grader::as_part(&::rope, "x", x, "cos", tables.cos, "sin", tables.sin, "offset", offset);
}
