#ifndef TINY_LLM_RMS_NORM_HPP
#define TINY_LLM_RMS_NORM_HPP

#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// Root mean square layer normalization over the last axis, D = dim.
///
///     y = x / sqrt(mean(x^2) + eps) * weight        the mean over each row of D elements
///
/// Source: Zhang and Sennrich 2019, arXiv:1910.07467; PyTorch's torch.nn.RMSNorm; Qwen2RMSNorm.
struct RMSNorm {
    /// dim     D, the length of the last axis
    /// weight  (D,), float32
    /// eps     added to the mean square, inside the root; Qwen2 uses 1e-6
    ///
    /// Throws std::invalid_argument unless weight is (D,).
    RMSNorm(std::size_t dim, Tensor weight, float eps = 1e-5f) : dim(dim), weight(std::move(weight)), eps(eps) {
        require_shape("RMSNorm", "weight", this->weight, {dim});
    }

    /// x        N.. x D, float32, may have zero rows; not modified
    /// returns  N.. x D, float32, evaluated
    ///
    /// Throws std::invalid_argument unless the last axis of x has dim elements.
    Tensor operator()(const Tensor& x) const;

    std::size_t dim;
    Tensor weight;  // (D,)
    float eps;
};

}  // namespace tiny_llm

#endif
