#ifndef TINY_LLM_MERGED_QWEN2_MLP_HPP
#define TINY_LLM_MERGED_QWEN2_MLP_HPP

#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"
#include "week1/04-fusion/silu_and_mul.hpp"

namespace tiny_llm {

/// Qwen2MLP with gate and up merged into one matrix: one product instead of two, the same result.
///
///     y = W_down silu_and_mul(W_gate_up x)
///
/// Source: vLLM's and nano-vllm's gate_up_proj.
struct MergedQwen2MLP {
    /// dim         E, the hidden size
    /// hidden_dim  I, the intermediate size
    /// w_gate_up   2I x E, float32: the first I rows are the gate, the others up
    /// w_down      E x I, float32
    ///
    /// Throws std::invalid_argument unless the weights have these shapes.
    MergedQwen2MLP(std::size_t dim, std::size_t hidden_dim, Tensor w_gate_up, Tensor w_down)
        : dim(dim), hidden_dim(hidden_dim), w_gate_up(std::move(w_gate_up)), w_down(std::move(w_down)) {
        require_shape("MergedQwen2MLP", "w_gate_up", this->w_gate_up, {2 * hidden_dim, dim});
        require_shape("MergedQwen2MLP", "w_down", this->w_down, {dim, hidden_dim});
    }

    /// x        N.. x L x E, float32, any number of leading axes, may have zero rows; not modified
    /// returns  the shape of x, float32, evaluated
    ///
    /// Throws std::invalid_argument unless the last axis of x has dim elements.
    Tensor operator()(const Tensor& x) const;

    std::size_t dim;
    std::size_t hidden_dim;
    Tensor w_gate_up;  // (2 * hidden_dim, dim)
    Tensor w_down;     // (dim, hidden_dim)
};

}  // namespace tiny_llm

#endif
