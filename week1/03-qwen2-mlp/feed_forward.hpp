#ifndef TINY_LLM_FEED_FORWARD_HPP
#define TINY_LLM_FEED_FORWARD_HPP

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm {

/// The feed-forward layer of the first Transformer: two matrices with biases, and ReLU between them.
///
///     y = W_2 max(0, W_1 x + b_1) + b_2
///
/// x        N.. x E, float32, may have zero rows; not modified
/// w1       I x E, float32        b1  (I,), float32
/// w2       E x I, float32        b2  (E,), float32
/// returns  N.. x E, float32, evaluated
///
/// Throws std::invalid_argument unless the shapes are as above.
///
/// Source: Vaswani et al. 2017, arXiv:1706.03762, section 3.3.
Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2);

}  // namespace tiny_llm

#endif
