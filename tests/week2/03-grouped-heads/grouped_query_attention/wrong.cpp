#include "grouped_query_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace tiny_llm {

// ---- aligned-with-the-end-in-one-product

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L == 0) return query;
    const std::size_t group = H / kv_heads, seen = key.shape(0);
    const Tensor keys = xt::view(key, xt::range(0, seen)), values = xt::view(value, xt::range(0, seen));
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(Tensor(xt::repeat(keys, group, 1)), {1, 0, 2});
    const Tensor v = xt::transpose(Tensor(xt::repeat(values, group, 1)), {1, 0, 2});
    const Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    return xt::transpose(y, {1, 0, 2});
}

// ---- all-by-reshape

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L == 0) return query;
    const std::size_t group = H / kv_heads, seen = offset + L;
    Tensor q = query, k = xt::view(key, xt::range(0, seen)), v = xt::view(value, xt::range(0, seen));
    q.reshape({H, L, D});
    k.reshape({kv_heads, seen, D});
    v.reshape({kv_heads, seen, D});
    const Tensor keys = xt::repeat(k, group, 0), values = xt::repeat(v, group, 0);
    Tensor y = scaled_dot_product_attention(q, keys, values, causal_mask(L, seen));
    y.reshape({L, H, D});
    return y;
}

// ---- cache-cleared

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    // What is left of an earlier text may be NaN.
    auto behind = xt::range(offset + query.shape(0), key.shape(0));
    xt::view(const_cast<Tensor&>(key), behind) = 0.0f;
    xt::view(const_cast<Tensor&>(value), behind) = 0.0f;
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L == 0) return query;
    const std::size_t group = H / kv_heads, seen = offset + L;
    const Tensor keys = xt::view(key, xt::range(0, seen)), values = xt::view(value, xt::range(0, seen));
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(Tensor(xt::repeat(keys, group, 1)), {1, 0, 2});
    const Tensor v = xt::transpose(Tensor(xt::repeat(values, group, 1)), {1, 0, 2});
    const Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    return xt::transpose(y, {1, 0, 2});
}

// ---- group-as-remainder+no-scale

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads;
    const float scale = 1.0f;
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t last = offset + i;
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h % kv_heads;
            std::vector<float> weights(last + 1);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                float score = 0.0f;
                for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * key(j, g, d);
                weights[j] = score * scale;
            }
            float largest = -INFINITY, sum = 0.0f;
            for (const float weight : weights) largest = std::max(largest, weight);
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights[j] / sum * value(j, g, d);
            }
        }
    }
    return y;
}

// ---- largest-starts-at-zero

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads;
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t last = offset + i;
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            std::vector<float> weights(last + 1);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                float score = 0.0f;
                for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * key(j, g, d);
                weights[j] = score * scale;
            }
            float largest = std::numeric_limits<float>::min(), sum = 0.0f;
            for (const float weight : weights) largest = std::max(largest, weight);
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights[j] / sum * value(j, g, d);
            }
        }
    }
    return y;
}

// ---- offset-wraps-around

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 &&
                       offset + query.shape(0) <= key.shape(0),
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads;
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t last = offset + i;
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            std::vector<float> weights(last + 1);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                float score = 0.0f;
                for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * key(j, g, d);
                weights[j] = score * scale;
            }
            float largest = -INFINITY, sum = 0.0f;
            for (const float weight : weights) largest = std::max(largest, weight);
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights[j] / sum * value(j, g, d);
            }
        }
    }
    return y;
}

// ---- output-reshaped-back

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L == 0) return query;
    const std::size_t group = H / kv_heads, seen = offset + L;
    const Tensor keys = xt::view(key, xt::range(0, seen)), values = xt::view(value, xt::range(0, seen));
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(Tensor(xt::repeat(keys, group, 1)), {1, 0, 2});
    const Tensor v = xt::transpose(Tensor(xt::repeat(values, group, 1)), {1, 0, 2});
    Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    y.reshape({L, H, D});
    return y;
}

// ---- position-in-16-bits

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads;
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::uint16_t last = offset + i;
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            std::vector<float> weights(last + 1);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                float score = 0.0f;
                for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * key(j, g, d);
                weights[j] = score * scale;
            }
            float largest = -INFINITY, sum = 0.0f;
            for (const float weight : weights) largest = std::max(largest, weight);
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights[j] / sum * value(j, g, d);
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
