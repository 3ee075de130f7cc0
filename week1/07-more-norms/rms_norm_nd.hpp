#ifndef TINY_LLM_RMS_NORM_ND_HPP
#define TINY_LLM_RMS_NORM_ND_HPP

#include <optional>
#include <vector>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// RMSNorm over the last axes, as many as normalized_shape has.
///
///     y = x / sqrt(mean(x^2) + eps) * weight        one mean over all the elements of those axes together
///
/// x                 N.. x normalized_shape, float32, may have zero rows; not modified
/// normalized_shape  one or more sizes, all positive
/// weight            normalized_shape, float32; none when elementwise_affine is off
/// eps               added to the mean square, inside the root
/// returns           the shape of x, float32, evaluated
///
/// Throws std::invalid_argument unless the last axes of x are normalized_shape, and unless weight, if there is one,
/// has that shape too.
///
/// Source: PyTorch's torch.nn.RMSNorm, its parameters normalized_shape and elementwise_affine.
Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps);

}  // namespace tiny_llm

#endif
