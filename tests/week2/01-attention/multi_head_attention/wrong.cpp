#include "multi_head_attention.hpp"

#include <cmath>

namespace tiny_llm {

// ---- attention-over-the-heads

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, H, D});
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

// ---- interleaved-when-split

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, D, H});
        return xt::transpose(rows, {0, 3, 1, 2});
    };
    const Tensor q = split(linear(x, w_q));
    const Tensor k = split(linear(x, w_k));
    const Tensor v = split(linear(x, w_v));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask);
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- joined-by-reshape+no-scale

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, H, D});
        return xt::transpose(rows, {0, 2, 1, 3});
    };
    const Tensor q = split(linear(x, w_q));
    const Tensor k = split(linear(x, w_k));
    const Tensor v = split(linear(x, w_v));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask, 1);
    Tensor joined = heads;
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- mask-required

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, H, D});
        return xt::transpose(rows, {0, 2, 1, 3});
    };
    const Tensor q = split(linear(x, w_q));
    const Tensor k = split(linear(x, w_k));
    const Tensor v = split(linear(x, w_v));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask.value());
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- projections-transposed

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, H, D});
        return xt::transpose(rows, {0, 2, 1, 3});
    };
    const Tensor q = split(linear(x, xt::transpose(w_q)));
    const Tensor k = split(linear(x, xt::transpose(w_k)));
    const Tensor v = split(linear(x, xt::transpose(w_v)));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask);
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- split-by-reshape

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

// ---- split-by-reshape-alone

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
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- weights-edited

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    if (x.size() == 0) return x;

    const std::size_t H = num_heads, D = hidden_size / num_heads, N = x.size() / (L * hidden_size);
    const auto split = [&](Tensor rows) -> Tensor {
        rows.reshape({N, L, H, D});
        return xt::transpose(rows, {0, 2, 1, 3});
    };
    Tensor& scaled = const_cast<Tensor&>(w_q);
    scaled /= std::sqrt(static_cast<float>(D));
    const Tensor q = split(linear(x, scaled));
    const Tensor k = split(linear(x, w_k));
    const Tensor v = split(linear(x, w_v));
    const Tensor heads = scaled_dot_product_attention(q, k, v, mask, 1.0f);
    Tensor joined = xt::transpose(heads, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

// ---- one-leading-axis-at-most

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    const std::size_t batch = x.dimension() > 2 ? x.shape(0) : 1;
    const std::size_t H = num_heads, D = hidden_size / num_heads;
    Tensor q = linear(x, w_q), k = linear(x, w_k), v = linear(x, w_v);
    q.reshape({batch, L, H, D});
    k.reshape({batch, L, H, D});
    v.reshape({batch, L, H, D});
    const Tensor qh = xt::transpose(q, {0, 2, 1, 3});
    const Tensor kh = xt::transpose(k, {0, 2, 1, 3});
    const Tensor vh = xt::transpose(v, {0, 2, 1, 3});
    const Tensor y = scaled_dot_product_attention(qh, kh, vh, mask);
    Tensor joined = xt::transpose(y, {0, 2, 1, 3});
    joined.reshape(x.shape());
    return linear(joined, w_o);
}

}  // namespace tiny_llm
