#ifndef TINY_LLM_GELU_HPP
#define TINY_LLM_GELU_HPP

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Applies the Gaussian error linear unit, elementwise.
///
///     gelu(x) = x * Phi(x) = x * (1 + erf(x / sqrt(2))) / 2
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated
///
/// Source: Hendrycks and Gimpel 2016, arXiv:1606.08415; PyTorch's torch.nn.functional.gelu.
Tensor gelu(const Tensor& x);

/// Applies the tanh approximation of GELU, elementwise: the one that GPT-2 uses.
///
///     gelu_tanh(x) = x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2
///
/// x        N.. x D, float32, may have zero rows; not modified
/// returns  the shape of x, float32, evaluated
///
/// Source: the same; PyTorch's gelu(x, approximate="tanh").
Tensor gelu_tanh(const Tensor& x);

}  // namespace tiny_llm

#endif
