#include "multi_head_attention.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;
    // Each head has its rows of w_q, w_k and w_v and its columns of w_o; the outputs are added.
    const std::size_t D = hidden_size / num_heads;
    Tensor y = xt::zeros<float>(x.shape());
    for (std::size_t h = 0; h < num_heads; ++h) {
        const std::size_t begin = h * D, end = begin + D;
        const auto rows = [&](const Tensor& w) -> Tensor { return xt::view(w, xt::range(begin, end), xt::all()); };
        const Tensor q = linear(x, rows(w_q)), k = linear(x, rows(w_k)), v = linear(x, rows(w_v));
        const Tensor columns = xt::view(w_o, xt::all(), xt::range(begin, end));
        y += linear(scaled_dot_product_attention(q, k, v, mask), columns);
    }
    return y;
}

}  // namespace tiny_llm
