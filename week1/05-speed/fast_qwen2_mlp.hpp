#ifndef TINY_LLM_FAST_QWEN2_MLP_HPP
#define TINY_LLM_FAST_QWEN2_MLP_HPP

#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

/// The feed-forward layer of Qwen2, into a tensor that the caller keeps.
///
///     out = W_down (silu(W_gate x) * (W_up x))        * is elementwise
///
/// Weight is float, or bfloat16 for half the bytes: then each weight is converted to float32, exactly, where it is used,
/// and x, the sums and out stay float32.
template <class Weight>
struct BasicFastQwen2MLP {
    /// dim         E, the hidden size
    /// hidden_dim  I, the intermediate size
    /// w_gate      I x E
    /// w_up        I x E
    /// w_down      E x I
    ///
    /// Throws std::invalid_argument unless the three weights have these shapes.
    BasicFastQwen2MLP(std::size_t dim, std::size_t hidden_dim, BasicTensor<Weight> w_gate, BasicTensor<Weight> w_up,
                      BasicTensor<Weight> w_down)
        : dim(dim),
          hidden_dim(hidden_dim),
          w_gate(std::move(w_gate)),
          w_up(std::move(w_up)),
          w_down(std::move(w_down)) {
        require_shape("FastQwen2MLP", "w_gate", this->w_gate, {hidden_dim, dim});
        require_shape("FastQwen2MLP", "w_up", this->w_up, {hidden_dim, dim});
        require_shape("FastQwen2MLP", "w_down", this->w_down, {dim, hidden_dim});
    }

    /// x    N.. x E, float32, may have zero rows; not modified
    /// out  a tensor other than x and the weights, of any shape, with any numbers in it; afterwards the shape of x
    ///
    /// Throws std::invalid_argument unless the last axis of x has dim elements.
    void operator()(const Tensor& x, Tensor& out) const;

    std::size_t dim;
    std::size_t hidden_dim;
    BasicTensor<Weight> w_gate;  // (hidden_dim, dim)
    BasicTensor<Weight> w_up;    // (hidden_dim, dim)
    BasicTensor<Weight> w_down;  // (dim, hidden_dim)
};

using FastQwen2MLP = BasicFastQwen2MLP<float>;
using FastQwen2MLPBFloat16 = BasicFastQwen2MLP<bfloat16>;

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const;
template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const;

}  // namespace tiny_llm

#endif
