#ifndef TINY_LLM_FAST_ADD_RMS_NORM_HPP
#define TINY_LLM_FAST_ADD_RMS_NORM_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/04-fusion/add_rms_norm.hpp"

namespace tiny_llm {

/// Adds x to the residual stream and normalizes the sum, into tensors that the caller keeps.
///
///     out.residual   = x + residual
///     out.normalized = out.residual / sqrt(mean(out.residual^2) + eps) * weight
///
/// x         N.. x D, float32, may have zero rows; not modified
/// residual  the shape of x, float32; not modified
/// weight    (D,), float32
/// eps       added to the mean square, inside the root
/// out       two tensors other than these, of any shape, with any numbers in them; afterwards both have
///           the shape of x
///
/// Throws std::invalid_argument unless residual has the shape of x and weight is (D,).
void fast_add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out);

/// The same in bfloat16, as in `add_rms_norm`: the sum is computed in float32, and the norm is taken of that sum,
/// before it is rounded to become the new residual.
void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                       const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out);

}  // namespace tiny_llm

#endif
