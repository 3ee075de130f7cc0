#include "grouped_query_attention.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tiny_llm {

// ---- a-head-at-a-time

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t seen = offset + L;
    const Tensor mask = causal_mask(L, seen);
    Tensor y = xt::zeros<float>({L, H, D});
    auto rows = xt::range(0, seen);
    for (std::size_t h = 0; h < H; ++h) {
        const std::size_t g = h * kv_heads / H;
        const Tensor q = xt::view(query, xt::all(), h), k = xt::view(key, rows, g), v = xt::view(value, rows, g);
        const Tensor weights = softmax(xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(static_cast<float>(D)) + mask);
        if (L > 0) xt::view(y, xt::all(), h) = xt::linalg::dot(weights, v);
    }
    return y;
}

// ---- a-query-at-a-time

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    // What a query does not see is left out, and no mask is needed. The queries of a group are the rows.
    const std::size_t group = H / kv_heads;
    Tensor y = xt::empty<float>({L, H, D});
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t g = 0; g < kv_heads; ++g) {
            auto heads = xt::range(g * group, g * group + group);
            auto rows = xt::range(0, offset + i + 1);
            const Tensor q = xt::view(query, i, heads), k = xt::view(key, rows, g), v = xt::view(value, rows, g);
            xt::view(y, i, heads) = scaled_dot_product_attention(q, k, v);
        }
    }
    return y;
}

// ---- broadcast

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads, seen = offset + L;
    auto rows = xt::range(0, seen);
    const Tensor k = xt::view(key, rows), v = xt::view(value, rows);
    const Tensor q = xt::reshape_view(query, {L, kv_heads, group, D});
    // L x S x H_kv x G x D, summed over D, and S moved to the end.
    const Tensor products = xt::view(q, xt::all(), xt::newaxis()) *
                            xt::view(k, xt::newaxis(), xt::all(), xt::all(), xt::newaxis(), xt::all());
    const Tensor sums = xt::sum(products, {4});
    Tensor scores = xt::transpose(sums, {0, 2, 3, 1}) / std::sqrt(static_cast<float>(D));
    scores += xt::view(causal_mask(L, seen), xt::all(), xt::newaxis(), xt::newaxis(), xt::all());
    const Tensor weights = softmax(scores);
    const Tensor by_head = xt::transpose(v, {1, 0, 2});  // H_kv x S x D
    const Tensor parts = xt::view(weights, xt::all(), xt::all(), xt::all(), xt::all(), xt::newaxis()) *
                         xt::view(by_head, xt::newaxis(), xt::all(), xt::newaxis());
    Tensor y = xt::sum(parts, {3});
    y.reshape({L, H, D});
    return y;
}

// ---- keys-repeated

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    if (L * D == 0) return xt::zeros<float>(query.shape());
    // As Hugging Face's repeat_kv: a copy of the keys for each head of queries.
    const std::size_t group = H / kv_heads, seen = offset + L;
    auto rows = xt::range(0, seen);
    const Tensor known_keys = xt::view(key, rows), known_values = xt::view(value, rows);
    const Tensor all_keys = xt::repeat(known_keys, group, 1), all_values = xt::repeat(known_values, group, 1);
    const Tensor q = xt::transpose(query, {1, 0, 2});
    const Tensor k = xt::transpose(all_keys, {1, 0, 2});
    const Tensor v = xt::transpose(all_values, {1, 0, 2});
    const Tensor y = scaled_dot_product_attention(q, k, v, causal_mask(L, seen));
    return xt::transpose(y, {1, 0, 2});
}

// ---- loops

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
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            std::vector<float> weights(offset + i + 1);
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

// ---- online

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    // Each key is met once, with the largest score and the sum so far; as FlashAttention does it.
    Tensor y = xt::empty<float>({L, H, D});
    for (std::size_t r = 0; r < L * H; ++r) {
        const float* q = query.data() + r * D;
        double largest = -INFINITY, sum = 0;
        std::vector<double> mean(D, 0.0);
        for (std::size_t j = 0; j <= offset + r / H; ++j) {
            const std::size_t at = (j * kv_heads + r % H / (H / kv_heads)) * D;
            double score = 0;
            for (std::size_t d = 0; d < D; ++d) score += static_cast<double>(q[d]) * key.data()[at + d];
            score *= std::pow(static_cast<double>(D), -0.5);
            const double top = std::fmax(largest, score), before = std::exp(largest - top), now = std::exp(score - top);
            for (std::size_t d = 0; d < D; ++d) mean[d] = mean[d] * before + now * value.data()[at + d];
            sum = sum * before + now;
            largest = top;
        }
        for (std::size_t d = 0; d < D; ++d) y.data()[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    return y;
}

// ---- recursion

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), kv_heads = key.shape(1);
    Tensor y = query;
    if (L == 0) return y;
    if (kv_heads > 1) {
        // The first head of keys with its queries, then the others.
        const std::size_t group = H / kv_heads;
        auto mine = xt::range(0, group), others = xt::range(group, H);
        auto first = xt::range(0, 1), rest = xt::range(1, kv_heads);
        const auto part = [&](auto of_queries, auto of_keys) {
            xt::view(y, xt::all(), of_queries) = grouped_query_attention(xt::view(query, xt::all(), of_queries),
                xt::view(key, xt::all(), of_keys), xt::view(value, xt::all(), of_keys), offset);
        };
        part(mine, first);
        part(others, rest);
        return y;
    }
    // One head of keys: the last query, then those before it.
    auto earlier = xt::range(0, L - 1), rows = xt::range(0, offset + L);
    const Tensor q = xt::view(query, L - 1), k = xt::view(key, rows, 0), v = xt::view(value, rows, 0);
    xt::view(y, L - 1) = scaled_dot_product_attention(q, k, v);
    xt::view(y, earlier) = grouped_query_attention(xt::view(query, earlier), key, value, offset);
    return y;
}

}  // namespace tiny_llm
