#ifndef TINY_LLM_GLU_HPP
#define TINY_LLM_GLU_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/01-silu/gelu.hpp"
#include "week1/01-silu/silu.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm {

/// What the gate of a gated linear unit applies: GLU, ReGLU, GEGLU (the exact GELU, with erf) and SwiGLU.
enum class Gate { sigmoid, relu, gelu, silu };

/// A feed-forward layer with a gated linear unit, without biases.
///
///     y = W_down (gate(W_gate x) * (W_up x))        * is elementwise
///
/// x        N.. x E, float32, may have zero rows; not modified
/// w_gate   I x E, float32
/// w_up     I x E, float32
/// w_down   E x I, float32
/// gate     the function that the gate applies
/// returns  N.. x E, float32, evaluated
///
/// Throws std::invalid_argument unless the shapes are as above.
///
/// Source: Shazeer 2020, arXiv:2002.05202, equations 5 and 6; Dauphin et al. 2016, arXiv:1612.08083.
Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate);

}  // namespace tiny_llm

#endif
