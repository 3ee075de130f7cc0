#include "multi_head_attention.hpp"

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;
    // Copied number by number to N x H x L x D and back.
    const std::size_t E = hidden_size, H = num_heads, D = E / H, N = x.size() / (L * E);
    const auto place = [&](std::size_t n, std::size_t i, std::size_t e) {
        return ((n * H + e / D) * L + i) * D + e % D;
    };
    const auto split = [&](const Tensor& from) {
        Tensor to = xt::empty<float>({N, H, L, D});
        for (std::size_t k = 0; k < from.size(); ++k) to.data()[place(k / (L * E), k / E % L, k % E)] = from.data()[k];
        return to;
    };
    const Tensor heads =
        scaled_dot_product_attention(split(linear(x, w_q)), split(linear(x, w_k)), split(linear(x, w_v)), mask);
    Tensor joined = xt::empty<float>(x.shape());
    for (std::size_t k = 0; k < x.size(); ++k) joined.data()[k] = heads.data()[place(k / (L * E), k / E % L, k % E)];
    return linear(joined, w_o);
}

}  // namespace tiny_llm
