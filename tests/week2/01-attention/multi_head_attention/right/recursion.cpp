#include "multi_head_attention.hpp"

#include <cmath>

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;
    if (x.dimension() > 2) {
        Tensor y = xt::empty<float>(x.shape());
        for (std::size_t n = 0; n < x.shape(0); ++n) xt::view(y, n) = (*this)(Tensor(xt::view(x, n)), mask);
        return y;
    }
    const std::size_t D = hidden_size / num_heads;
    // The scale is in the queries, the product with w_o is taken the other way round.
    const Tensor queries = linear(x, w_q) * std::pow(static_cast<float>(D), -0.5f);
    Tensor q = queries, k = linear(x, w_k), v = linear(x, w_v);
    for (Tensor* t : {&q, &k, &v}) {
        t->reshape({L, num_heads, D});
        const Tensor turned = xt::transpose(*t, {1, 0, 2});
        *t = turned;
    }
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask, 1.0f);
    Tensor joined = xt::transpose(heads, {1, 0, 2});
    joined.reshape({L, hidden_size});
    const Tensor columns = xt::transpose(joined);
    const Tensor y = xt::linalg::dot(w_o, columns);
    return xt::transpose(y);
}

}  // namespace tiny_llm
