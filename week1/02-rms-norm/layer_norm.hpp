#ifndef TINY_LLM_LAYER_NORM_HPP
#define TINY_LLM_LAYER_NORM_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Layer normalization over the last axis, D.
///
///     y = (x - mean(x)) / sqrt(var(x) + eps) * weight + bias        the mean and the variance of each row;
///                                                                   the variance divides by D, not by D - 1
///
/// x        N.. x D, float32, may have zero rows; not modified
/// weight   (D,), float32
/// bias     (D,), float32
/// eps      added to the variance, inside the root; PyTorch's default is 1e-5
/// returns  N.. x D, float32, evaluated
///
/// Throws std::invalid_argument unless weight and bias are (D,).
///
/// Source: Ba, Kiros, Hinton 2016, arXiv:1607.06450; PyTorch's torch.nn.functional.layer_norm.
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps);

}  // namespace tiny_llm

#endif
