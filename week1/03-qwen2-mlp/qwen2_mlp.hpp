#ifndef TINY_LLM_QWEN2_MLP_HPP
#define TINY_LLM_QWEN2_MLP_HPP

#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/01-silu/silu.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm {

/// The feed-forward layer of Qwen2: three matrices without biases, and a gate.
///
///     y = W_down (silu(W_gate x) * (W_up x))        * is elementwise
///
/// Source: Shazeer 2020, arXiv:2002.05202 (SwiGLU); Hugging Face's Qwen2MLP.
struct Qwen2MLP {
    /// dim         E, the hidden size
    /// hidden_dim  I, the intermediate size
    /// w_gate      I x E, float32
    /// w_up        I x E, float32
    /// w_down      E x I, float32
    ///
    /// Throws std::invalid_argument unless the three weights have these shapes.
    Qwen2MLP(std::size_t dim, std::size_t hidden_dim, Tensor w_gate, Tensor w_up, Tensor w_down)
        : dim(dim),
          hidden_dim(hidden_dim),
          w_gate(std::move(w_gate)),
          w_up(std::move(w_up)),
          w_down(std::move(w_down)) {
        require_shape("Qwen2MLP", "w_gate", this->w_gate, {hidden_dim, dim});
        require_shape("Qwen2MLP", "w_up", this->w_up, {hidden_dim, dim});
        require_shape("Qwen2MLP", "w_down", this->w_down, {dim, hidden_dim});
    }

    /// x        N.. x L x E, float32, any number of leading axes, may have zero rows; not modified
    /// returns  the shape of x, float32, evaluated
    ///
    /// Throws std::invalid_argument unless the last axis of x has dim elements.
    Tensor operator()(const Tensor& x) const;

    std::size_t dim;
    std::size_t hidden_dim;
    Tensor w_gate;  // (hidden_dim, dim)
    Tensor w_up;    // (hidden_dim, dim)
    Tensor w_down;  // (dim, hidden_dim)
};

}  // namespace tiny_llm

#endif
