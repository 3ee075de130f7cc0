#ifndef TINY_LLM_OUTER_HPP
#define TINY_LLM_OUTER_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Multiplies each element of a with each element of b: the outer product.
///
///     out[i][j] = a[i] * b[j]
///
/// a        (M,), float32, may be empty; not modified
/// b        (N,), float32, may be empty; not modified
/// returns  M x N, float32, evaluated
///
/// Throws std::invalid_argument unless a and b have one axis each.
///
/// Source: PyTorch's torch.outer.
Tensor outer(const Tensor& a, const Tensor& b);

}  // namespace tiny_llm

#endif
