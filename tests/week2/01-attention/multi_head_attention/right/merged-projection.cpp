#include "multi_head_attention.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;
    const std::size_t H = num_heads, D = hidden_size / H;
    const Tensor merged = xt::concatenate(xt::xtuple(w_q, w_k, w_v), 0);
    Tensor qkv = linear(x, merged);
    qkv.reshape({x.size() / (L * hidden_size), L, std::size_t{3}, H, D});
    const Tensor parts = xt::transpose(qkv, {2, 0, 3, 1, 4});  // 3 x N x H x L x D
    const Tensor heads = scaled_dot_product_attention(xt::view(parts, 0), xt::view(parts, 1), xt::view(parts, 2), mask);
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

}  // namespace tiny_llm
