// Your turn.  Check: ./learn check multi_head_attention
// Contract: multi_head_attention.hpp, beside this file. It gives you linear and scaled_dot_product_attention, your own.
// Lesson: docs/en/week2/01-attention.md (中文: docs/zh/week2/01-attention.md)

#include "multi_head_attention.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    todo();
}

}  // namespace tiny_llm
