#include "multi_head_attention.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, H, L, D});
        return rows;
    };
    const Tensor q = split(linear(x, w_q));
    const Tensor k = split(linear(x, w_k));
    const Tensor v = split(linear(x, w_v));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask);
    Tensor joined = heads;
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

}  // namespace tiny_llm
