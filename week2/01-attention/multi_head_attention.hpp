#ifndef TINY_LLM_MULTI_HEAD_ATTENTION_HPP
#define TINY_LLM_MULTI_HEAD_ATTENTION_HPP

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"
#include "week2/01-attention/scaled_dot_product_attention.hpp"

namespace tiny_llm {

/// Attention of the tokens of x among themselves, in H heads side by side: each works on D = E / H of the E numbers.
///
///     q = x W_q^T, k = x W_k^T, v = x W_v^T        head h gets elements h D to h D + D - 1 of each
///     y = (head_0, ..., head_(H - 1)) W_o^T        each scaled_dot_product_attention of its q, k, v with scale 1/sqrt(D)
///
/// Source: Vaswani et al. 2017, arXiv:1706.03762, 3.2.2; PyTorch's torch.nn.MultiheadAttention with bias=False, which has
/// w_q, w_k and w_v stacked as in_proj_weight, and w_o as out_proj.weight.
struct MultiHeadAttention {
    /// hidden_size  E
    /// num_heads    H, at least one
    /// w_q          E x E, float32, out x in; so are w_k, w_v and w_o
    ///
    /// Throws std::invalid_argument unless num_heads divides hidden_size and the four weights are E x E.
    MultiHeadAttention(std::size_t hidden_size, std::size_t num_heads, Tensor w_q, Tensor w_k, Tensor w_v, Tensor w_o)
        : hidden_size(hidden_size),
          num_heads(num_heads),
          w_q(std::move(w_q)),
          w_k(std::move(w_k)),
          w_v(std::move(w_v)),
          w_o(std::move(w_o)) {
        if (num_heads == 0 || hidden_size % num_heads != 0) {
            throw std::invalid_argument("MultiHeadAttention: " + std::to_string(num_heads) + " heads do not divide " +
                                        std::to_string(hidden_size));
        }
        require_shape("MultiHeadAttention", "w_q", this->w_q, {hidden_size, hidden_size});
        require_shape("MultiHeadAttention", "w_k", this->w_k, {hidden_size, hidden_size});
        require_shape("MultiHeadAttention", "w_v", this->w_v, {hidden_size, hidden_size});
        require_shape("MultiHeadAttention", "w_o", this->w_o, {hidden_size, hidden_size});
    }

    /// x        N.. x L x E, float32, any number of leading axes, may have no tokens; not modified
    /// mask     L x L, float32, added to the scores of every head and leading index, or none: then every token sees all
    /// returns  the shape of x, float32, evaluated
    ///
    /// Throws std::invalid_argument unless x has two axes or more, its last axis has hidden_size elements, and mask, if
    /// there is one, is L x L.
    Tensor operator()(const Tensor& x, const std::optional<Tensor>& mask = std::nullopt) const;

    std::size_t hidden_size;
    std::size_t num_heads;
    Tensor w_q;  // (hidden_size, hidden_size), and so are the others
    Tensor w_k;
    Tensor w_v;
    Tensor w_o;
};

}  // namespace tiny_llm

#endif
