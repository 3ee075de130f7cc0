#include "qwen3_attention.hpp"

namespace tiny_llm {

// ---- attention-before-the-append

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    KVCache before = cache;
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, before.keys, before.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- cache-copied

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    auto all = cache;
    all.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, all.keys, all.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- no-rope

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = q_norm(heads(q_proj(x)));
    const Tensor k = k_norm(heads(k_proj(x)));
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- norm-after-rope+attention-from-zero

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0);
    const auto heads = [&](Tensor rows, std::size_t count) {
        rows.reshape({L, count, head_dim});
        return rows;
    };
    Tensor q = heads(q_proj(x), num_heads), k = heads(k_proj(x), num_key_value_heads);
    q = q_norm(rope(q, tables, cache.length));
    k = k_norm(rope(k, tables, cache.length));
    cache.append(k, heads(v_proj(x), num_key_value_heads));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, 0);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- norm-over-all-heads

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const auto over_all = [&](const Tensor& rows, const RMSNorm& norm) -> Tensor {
        const Tensor mean = xt::mean(xt::square(rows), {1, 2}, xt::keep_dims);
        return rows / xt::sqrt(mean + norm.eps) * norm.weight;
    };
    const Tensor q = rope(over_all(heads(q_proj(x)), q_norm), tables, offset);
    const Tensor k = rope(over_all(heads(k_proj(x)), k_norm), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- position-in-16-bits

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = static_cast<std::uint16_t>(cache.length);
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- split-by-reshape

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) -> Tensor {
        rows.reshape({rows.shape(1) / head_dim, L, head_dim});
        return xt::transpose(rows, {1, 0, 2});
    };
    const Tensor q = rope(q_norm(heads(q_proj(x))), tables, offset);
    const Tensor k = rope(k_norm(heads(k_proj(x))), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

}  // namespace tiny_llm
