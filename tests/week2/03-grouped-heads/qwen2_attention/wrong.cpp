#include "qwen2_attention.hpp"

namespace tiny_llm {

// ---- cache-copied

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    auto filled = cache;
    filled.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, filled.keys, filled.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- head-dim-of-e

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), D = x.shape(1) / num_heads, offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / D, D});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * D});
    return o_proj(y);
}

// ---- joined-heads-first

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y = Tensor(xt::transpose(y, {1, 0, 2}));
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- no-rope-on-keys+attention-from-zero

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset), k = heads(k_proj(x));
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, 0);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- offset-after-the-append

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0);
    const std::size_t& offset = cache.length;  // it moves with the append
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- position-in-16-bits

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0);
    const std::uint16_t offset = cache.length;
    const auto heads = [&](Tensor rows) {
        rows.reshape({L, rows.shape(1) / head_dim, head_dim});
        return rows;
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- split-by-reshape

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    const auto heads = [&](Tensor rows) -> Tensor {
        rows.reshape({rows.shape(1) / head_dim, L, head_dim});
        return xt::transpose(rows, {1, 0, 2});
    };
    const Tensor q = rope(heads(q_proj(x)), tables, offset);
    const Tensor k = rope(heads(k_proj(x)), tables, offset);
    cache.append(k, heads(v_proj(x)));
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

// ---- queries-split-by-reshape

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    Tensor q0 = q_proj(x), k0 = k_proj(x), v = v_proj(x);
    q0.reshape({num_heads, L, head_dim});
    const Tensor qt = xt::transpose(q0, {1, 0, 2});
    k0.reshape({L, num_key_value_heads, head_dim});
    v.reshape({L, num_key_value_heads, head_dim});
    const Tensor q = rope(qt, tables, offset);
    const Tensor k = rope(k0, tables, offset);
    cache.append(k, v);
    Tensor y = grouped_query_attention(q, cache.keys, cache.values, offset);
    y.reshape({L, num_heads * head_dim});
    return o_proj(y);
}

}  // namespace tiny_llm
