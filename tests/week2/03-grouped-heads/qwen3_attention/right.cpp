#include "qwen3_attention.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tiny_llm {

// ---- a-head-at-a-time

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    // Each head of queries is cut out of the projection, and its result written into its columns.
    const std::size_t L = x.shape(0), D = head_dim, offset = cache.length;
    const Tensor q = q_proj(x);
    Tensor k = k_proj(x), v = v_proj(x);
    k.reshape({L, num_key_value_heads, D});
    v.reshape({L, num_key_value_heads, D});
    cache.append(rope(k_norm(k), tables, offset), v);
    Tensor y = xt::empty<float>({L, num_heads * D});
    for (std::size_t h = 0; h < num_heads; ++h) {
        auto columns = xt::range(h * D, h * D + D);
        auto one = xt::range(h / (num_heads / num_key_value_heads), h / (num_heads / num_key_value_heads) + 1);
        const Tensor mine = xt::view(q, xt::all(), xt::newaxis(), columns);
        const Tensor keys = xt::view(cache.keys, xt::all(), one), values = xt::view(cache.values, xt::all(), one);
        const Tensor result = grouped_query_attention(rope(q_norm(mine), tables, offset), keys, values, offset);
        xt::view(y, xt::all(), columns) = xt::view(result, xt::all(), 0);
    }
    return o_proj(y);
}

// ---- a-token-at-a-time

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    // All is asked before the first token changes the cache.
    const std::size_t L = x.shape(0), D = head_dim;
    require_shapes(cache.keys.dimension() == 3 && cache.keys.shape(1) == num_key_value_heads &&
                       cache.keys.shape(2) == head_dim && L <= cache.keys.shape(0) - cache.length,
        "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    require_shapes(2 * tables.cos.shape(1) == head_dim && cache.length + L <= tables.cos.shape(0), "Qwen3Attention",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::size_t i = 0; i < L; ++i) {
        const Tensor row = xt::view(x, xt::range(i, i + 1));
        const std::size_t position = cache.length;
        const Tensor q = xt::reshape_view(q_proj(row), {std::size_t{1}, num_heads, D});
        const Tensor k = xt::reshape_view(k_proj(row), {std::size_t{1}, num_key_value_heads, D});
        const Tensor v = xt::reshape_view(v_proj(row), {std::size_t{1}, num_key_value_heads, D});
        cache.append(rope(k_norm(k), tables, position), v);
        Tensor heads = grouped_query_attention(rope(q_norm(q), tables, position), cache.keys, cache.values, position);
        heads.reshape({std::size_t{1}, num_heads * D});
        xt::view(y, xt::range(i, i + 1)) = o_proj(heads);
    }
    return y;
}

// ---- copy-of-the-cache

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    // The cache is replaced when all has gone well.
    const std::size_t L = x.shape(0);
    KVCache next = cache;
    Tensor q = q_proj(x), k = k_proj(x), v = v_proj(x);
    q.reshape({L, num_heads, head_dim});
    k.reshape({L, num_key_value_heads, head_dim});
    v.reshape({L, num_key_value_heads, head_dim});
    next.append(rope(k_norm(k), tables, next.length), v);
    Tensor y = grouped_query_attention(rope(q_norm(q), tables, cache.length), next.keys, next.values, cache.length);
    y.reshape({L, num_heads * head_dim});
    std::swap(cache, next);
    return o_proj(y);
}

// ---- in-halves

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    if (L > 1) {
        // A text in two pieces is the same text. All is asked before the first changes the cache.
        require_shapes(cache.keys.dimension() == 3 && cache.keys.shape(1) == num_key_value_heads &&
                           cache.keys.shape(2) == head_dim && L <= cache.keys.shape(0) - cache.length,
            "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
        require_shapes(2 * tables.cos.shape(1) == head_dim && cache.length + L <= tables.cos.shape(0), "Qwen3Attention",
            "x", x, "the tables", tables.cos);
        auto first = xt::range(std::size_t{0}, L / 2), second = xt::range(L / 2, L);
        Tensor y = x;
        xt::view(y, first) = (*this)(xt::view(x, first), tables, cache);
        xt::view(y, second) = (*this)(xt::view(x, second), tables, cache);
        return y;
    }
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    cache.append(k, heads(v_proj(x)));
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- loops

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), H = num_heads, G = num_key_value_heads, D = head_dim, half = D / 2;
    const std::size_t offset = cache.length;
    if (tables.cos.shape(1) != half || tables.cos.shape(0) < offset + L) {
        throw std::invalid_argument("Qwen3Attention: the tables do not fit");
    }
    Tensor q = q_proj(x), k = k_proj(x), v = v_proj(x);
    const auto normalize = [&](float* head, const RMSNorm& norm) {
        double squares = 0;
        for (std::size_t d = 0; d < D; ++d) squares += static_cast<double>(head[d]) * head[d];
        const double root = std::sqrt(squares / static_cast<double>(D) + norm.eps);
        for (std::size_t d = 0; d < D; ++d) head[d] *= static_cast<float>(norm.weight(d) / root);
    };
    for (std::size_t r = 0; r < L * H; ++r) normalize(q.data() + r * D, q_norm);
    for (std::size_t r = 0; r < L * G; ++r) normalize(k.data() + r * D, k_norm);
    const auto turn = [&](float* head, std::size_t position) {
        for (std::size_t d = 0; d < half; ++d) {
            const float a = head[d], b = head[d + half];
            head[d] = a * tables.cos(position, d) - b * tables.sin(position, d);
            head[d + half] = b * tables.cos(position, d) + a * tables.sin(position, d);
        }
    };
    for (std::size_t r = 0; r < L * H; ++r) turn(q.data() + r * D, offset + r / H);
    for (std::size_t r = 0; r < L * G; ++r) turn(k.data() + r * D, offset + r / G);
    k.reshape({L, G, D});
    v.reshape({L, G, D});
    cache.append(k, v);

    Tensor y = xt::zeros<float>({L, H * D});
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t g = r % H / (H / G);
        std::vector<double> weights(offset + r / H + 1);
        double largest = -INFINITY, sum = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d) weights[j] += q.data()[r * D + d] * cache.keys(j, g, d);
            largest = std::max(largest, weights[j] /= std::sqrt(static_cast<double>(D)));
        }
        for (double& weight : weights) sum += weight = std::exp(weight - largest);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d) {
                y.data()[r * D + d] += static_cast<float>(weights[j] / sum) * cache.values(j, g, d);
            }
        }
    }
    return o_proj(y);
}

// ---- only-the-rows-that-are-filled

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    Tensor v = v_proj(x), q = xt::reshape_view(q_proj(x), {L, num_heads, head_dim});
    Tensor k = xt::reshape_view(k_proj(x), {L, num_key_value_heads, head_dim});
    k = rope(k_norm(k), tables, offset);
    q = rope(q_norm(q), tables, offset);
    v.reshape(k.shape());
    cache.append(k, v);
    auto filled = xt::range(std::size_t{0}, cache.length);
    const Tensor keys = xt::view(cache.keys, filled), values = xt::view(cache.values, filled);
    const Tensor y = grouped_query_attention(q, keys, values, offset);
    return o_proj(xt::reshape_view(y, {L, num_heads * head_dim}));
}

}  // namespace tiny_llm
