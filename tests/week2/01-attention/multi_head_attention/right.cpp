#include "multi_head_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

// ---- a-head-at-a-time

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

// ---- loops

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    const std::size_t E = hidden_size, D = E / num_heads;
    Tensor y = x;
    std::vector<float> q(E), scores(L), heads(E);
    const Tensor keys = linear(x, w_k), values = linear(x, w_v);
    for (std::size_t row = 0; row < x.size() / E; ++row) {
        const std::size_t first = row / L * L, i = row % L;  // of the text that the token is in
        for (std::size_t o = 0; o < E; ++o) {
            q[o] = 0.0f;
            for (std::size_t e = 0; e < E; ++e) q[o] += w_q(o, e) * x.data()[row * E + e];
        }
        for (std::size_t h = 0; h < num_heads; ++h) {
            float largest = -INFINITY, sum = 0.0f;
            for (std::size_t j = 0; j < L; ++j) {
                const float* k = keys.data() + (first + j) * E + h * D;
                scores[j] = std::inner_product(k, k + D, q.data() + h * D, 0.0f) / std::sqrt(static_cast<float>(D));
                if (mask) scores[j] += (*mask)(i, j);
                largest = std::max(largest, scores[j]);
            }
            for (float& score : scores) sum += score = std::exp(score - largest);
            for (std::size_t d = h * D; d < h * D + D; ++d) {
                heads[d] = 0.0f;
                for (std::size_t j = 0; j < L; ++j) heads[d] += scores[j] * values.data()[(first + j) * E + d];
                heads[d] /= sum;
            }
        }
        for (std::size_t o = 0; o < E; ++o) {
            y.data()[row * E + o] = std::inner_product(heads.begin(), heads.end(), w_o.data() + o * E, 0.0f);
        }
    }
    return y;
}

// ---- merged-projection

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

// ---- number-by-number

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

// ---- recursion

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

// ---- weights-cut-into-heads

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
