#ifndef TINY_LLM_LINEAR_HPP
#define TINY_LLM_LINEAR_HPP

#include <optional>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Multiplies the last axis of x by a weight matrix stored as PyTorch stores it, and adds a bias if there is one.
///
///     y = x W^T + b
///
/// x        N.. x in, float32, at least one axis, in at least 1, may have zero rows
/// weight   out x in, float32
/// bias     (out,), float32, or none
/// returns  N.. x out, float32, evaluated; x, weight and bias are not modified
///
/// Throws std::invalid_argument unless weight has two axes, the last axis of x has `in` elements, and bias, if
/// there is one, is (out,).
///
/// Source: PyTorch's torch.nn.functional.linear.
Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt);

}  // namespace tiny_llm

#endif
