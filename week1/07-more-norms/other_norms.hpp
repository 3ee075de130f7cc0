#ifndef TINY_LLM_OTHER_NORMS_HPP
#define TINY_LLM_OTHER_NORMS_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Batch normalization in training mode, without weight and bias: each channel is normalized over the batch and its length.
///
///     y = (x - mean) / sqrt(var + eps)        mean and variance over N and L, for each of the C channels;
///                                             the variance divides by N * L
///
/// x        N x C x L, float32; N or L may be 0; not modified
/// eps      added to the variance, inside the root
/// returns  N x C x L, float32, evaluated
///
/// Throws std::invalid_argument unless x has three axes.
///
/// Source: Ioffe and Szegedy 2015, arXiv:1502.03167; PyTorch's torch.nn.functional.batch_norm with training=True.
Tensor batch_norm(const Tensor& x, float eps);

/// Group normalization, without weight and bias: each sample's channels in `groups` groups of neighbours.
///
///     y = (x - mean) / sqrt(var + eps)        mean and variance over C / groups channels and L, for each of the
///                                             N * groups groups; the variance divides by their number of elements
///
/// x        N x C x L, float32; N or L may be 0; not modified
/// groups   divides C
/// eps      added to the variance, inside the root
/// returns  N x C x L, float32, evaluated
///
/// Throws std::invalid_argument unless x has three axes and groups is positive and divides C.
///
/// Source: Wu and He 2018, arXiv:1803.08494; PyTorch's torch.nn.functional.group_norm.
Tensor group_norm(const Tensor& x, std::size_t groups, float eps);

}  // namespace tiny_llm

#endif
