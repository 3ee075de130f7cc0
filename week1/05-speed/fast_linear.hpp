#ifndef TINY_LLM_FAST_LINEAR_HPP
#define TINY_LLM_FAST_LINEAR_HPP

#include <optional>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Multiplies the last axis of x by a weight matrix and adds a bias if there is one, into a tensor that the caller
/// keeps. One row is a matrix times a vector (gemv), many rows are a matrix times a matrix (gemm).
///
///     out = x W^T + b
///
/// x       N.. x in, float32, at least one axis, in at least 1, may have zero rows
/// weight  out x in, float32
/// bias    (out,), float32, or none
/// out     a tensor other than these, of any shape, with any numbers in it; afterwards N.. x out
///
/// x, weight and bias are not modified. Throws std::invalid_argument unless weight has two axes, the last axis of
/// x has `in` elements, and bias, if there is one, is (out,).
void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out);

}  // namespace tiny_llm

#endif
