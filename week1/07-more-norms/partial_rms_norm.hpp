#ifndef TINY_LLM_PARTIAL_RMS_NORM_HPP
#define TINY_LLM_PARTIAL_RMS_NORM_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// pRMSNorm: estimates the mean square of each row from its first k elements, and normalizes the whole row with it.
///
///     y = x / sqrt(mean(x_1^2, ..., x_k^2) + eps) * weight        k = max(1, floor(D * p))
///
/// x        N.. x D, float32, may have zero rows; not modified
/// weight   (D,), float32
/// p        the share of the row that is looked at, 0 < p <= 1
/// eps      added to the mean square, inside the root
/// returns  N.. x D, float32, evaluated
///
/// Throws std::invalid_argument unless weight is (D,) and 0 < p <= 1.
///
/// Source: Zhang and Sennrich 2019, arXiv:1910.07467, section 4. The paper writes k = ceil(n * p); its authors'
/// code rounds down, and so does this.
Tensor partial_rms_norm(const Tensor& x, const Tensor& weight, float p, float eps);

}  // namespace tiny_llm

#endif
