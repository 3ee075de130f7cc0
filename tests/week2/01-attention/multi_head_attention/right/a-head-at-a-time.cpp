#include "multi_head_attention.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;
    // The columns of one head, cut out of the projections.
    const std::size_t D = hidden_size / num_heads, tokens = x.size() / hidden_size;
    const Tensor q = linear(x, w_q), k = linear(x, w_k), v = linear(x, w_v);
    Tensor heads = xt::empty<float>({tokens, hidden_size});
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = D;
    for (std::size_t h = 0; h < num_heads; ++h) {
        const auto cut = [&](Tensor t) {
            t.reshape({tokens, hidden_size});
            Tensor columns = xt::view(t, xt::all(), xt::range(h * D, h * D + D));
            columns.reshape(shape);
            return columns;
        };
        Tensor one = scaled_dot_product_attention(cut(q), cut(k), cut(v), mask);
        one.reshape({tokens, D});
        xt::view(heads, xt::all(), xt::range(h * D, h * D + D)) = one;
    }
    heads.reshape(x.shape());
    return linear(heads, w_o);
}

}  // namespace tiny_llm
