#include "week1/03-qwen2-mlp/linear.hpp"

#include "grader/as_part.hpp"
#include "tests/week1/03-qwen2-mlp/linear/mistakes.hpp"

tiny_llm::Tensor tiny_llm::linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    return grader::as_part(&::linear, "x", x, "weight", weight, "bias", bias);
}
