#ifndef TINY_LLM_FAST_RMS_NORM_HPP
#define TINY_LLM_FAST_RMS_NORM_HPP

#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// RMSNorm over the last axis, D = dim, into a tensor that the caller keeps.
///
///     out = x / sqrt(mean(x^2) + eps) * weight        the mean over each row of D elements
struct FastRMSNorm {
    /// dim     D, the length of the last axis
    /// weight  (D,), float32
    /// eps     added to the mean square, inside the root
    ///
    /// Throws std::invalid_argument unless weight is (D,).
    FastRMSNorm(std::size_t dim, Tensor weight, float eps = 1e-5f) : dim(dim), weight(std::move(weight)), eps(eps) {
        require_shape("FastRMSNorm", "weight", this->weight, {dim});
    }

    /// x    N.. x D, float32, may have zero rows; not modified
    /// out  a tensor other than x and weight, of any shape, with any numbers in it; afterwards N.. x D
    ///
    /// Throws std::invalid_argument unless the last axis of x has dim elements.
    void operator()(const Tensor& x, Tensor& out) const;

    std::size_t dim;
    Tensor weight;  // (D,)
    float eps;
};

}  // namespace tiny_llm

#endif
