#include "batched_attention.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- lists-of-pieces

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    std::vector<float> y;
    std::size_t begin = 0;
    for (const auto& [cache, count] : batch) {
        auto mine = xt::range(begin, begin + count);
        const auto heads = [&, L = count](const Tensor& projected, std::size_t number) {
            Tensor its = xt::view(projected, mine);
            its.reshape({L, number, attention.head_dim});
            return its;
        };
        const std::size_t offset = cache->length;
        const Tensor query = rope(heads(q, attention.num_heads), tables, offset);
        const Tensor key = rope(heads(k, attention.num_key_value_heads), tables, offset);
        cache->write(layer, key, heads(v, attention.num_key_value_heads));
        Tensor mixed =
            paged_attention(query, cache->store.keys[layer], cache->store.values[layer], cache->table, offset);
        y.insert(y.end(), mixed.begin(), mixed.end());
        begin += count;
    }
    const std::vector<std::size_t> shape{rows, attention.num_heads * attention.head_dim};
    return attention.o_proj(Tensor(xt::adapt(y, shape)));
}

// ---- own-loops

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows) throw std::invalid_argument("batched_attention: x does not fit");
    const std::size_t H = attention.num_heads, G = attention.num_key_value_heads, D = attention.head_dim, half = D / 2;
    for (const Rows& text : batch) {
        const auto& cos = tables.cos;
        if (cos.shape(1) != half || cos.shape(0) < text.cache->length + text.rows)
            throw std::invalid_argument("batched_attention: the tables do not fit");
    }
    Tensor q = attention.q_proj(x), k = attention.k_proj(x), y = xt::zeros<float>({rows, H * D});
    const Tensor v = attention.v_proj(x);
    const auto turn = [&](float* head, std::size_t position) {
        for (std::size_t d = 0; d < half; ++d) {
            const float a = head[d], b = head[d + half];
            head[d] = a * tables.cos(position, d) - b * tables.sin(position, d);
            head[d + half] = b * tables.cos(position, d) + a * tables.sin(position, d);
        }
    };
    std::size_t row = 0;
    for (const auto& [cache, count] : batch) {
        const std::size_t length = cache->length;
        Tensor key = xt::zeros<float>({count, G, D}), value = key;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t h = 0; h < H; ++h) turn(&q(row + i, 0) + h * D, length + i);
            for (std::size_t g = 0; g < G; ++g) turn(&k(row + i, 0) + g * D, length + i);
            for (std::size_t n = 0; n < G * D; ++n) {
                key.data()[i * G * D + n] = k(row + i, n);
                value.data()[i * G * D + n] = v(row + i, n);
            }
        }
        cache->write(layer, key, value);
        const Tensor &keys = cache->store.keys[layer], &values = cache->store.values[layer];
        const std::size_t page = keys.shape(1);
        for (std::size_t i = 0; i < count; ++i, ++row) {
            for (std::size_t h = 0; h < H; ++h) {
                // The largest score so far, and the sum and the mean that belong to it.
                double largest = -INFINITY, sum = 0;
                std::vector<double> mean(D);
                for (std::size_t j = 0; j <= length + i; ++j) {
                    double score = 0;
                    const std::size_t number = cache->table[j / page], g = h / (H / G);
                    for (std::size_t d = 0; d < D; ++d)
                        score += static_cast<double>(q(row, h * D + d)) * keys(number, j % page, g, d);
                    score /= std::sqrt(static_cast<double>(D));
                    const double top = std::max(largest, score), before = std::exp(largest - top);
                    const double weight = std::exp(score - top);
                    sum = sum * before + weight;
                    for (std::size_t d = 0; d < D; ++d)
                        mean[d] = mean[d] * before + weight * values(number, j % page, g, d);
                    largest = top;
                }
                for (std::size_t d = 0; d < D; ++d) y(row, h * D + d) = static_cast<float>(mean[d] / sum);
            }
        }
    }
    return attention.o_proj(y);
}

// ---- row-by-row

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows) throw std::invalid_argument("batched_attention: x does not fit");
    const std::size_t H = attention.num_heads, G = attention.num_key_value_heads, D = attention.head_dim;
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    Tensor y = xt::empty<float>({rows, H * D});
    std::size_t row = 0;
    for (const Rows& text : batch) {
        const std::size_t offset = text.cache->length;
        Tensor key = xt::view(k, xt::range(row, row + text.rows)), value = xt::view(v, xt::range(row, row + text.rows));
        key.reshape({text.rows, G, D});
        value.reshape({text.rows, G, D});
        text.cache->write(layer, rope(key, tables, offset), value);
        // Each row for itself: it sees as far as its own position.
        for (std::size_t i = 0; i < text.rows; ++i, ++row) {
            Tensor query = xt::view(q, row);
            query.reshape({std::size_t{1}, H, D});
            const Tensor mixed = paged_attention(rope(query, tables, offset + i), text.cache->store.keys[layer],
                text.cache->store.values[layer], text.cache->table, offset + i);
            std::copy(mixed.begin(), mixed.end(), y.begin() + static_cast<std::ptrdiff_t>(row * H * D));
        }
    }
    return attention.o_proj(y);
}

// ---- written-first

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::vector<std::size_t> begin{0};
    for (const Rows& text : batch) begin.push_back(begin.back() + text.rows);
    if (x.dimension() != 2 || x.shape(0) != begin.back())
        throw std::invalid_argument("batched_attention: x does not fit");
    const std::size_t H = attention.num_heads, G = attention.num_key_value_heads, D = attention.head_dim;
    const auto heads = [&](Tensor projected, std::size_t number) {
        projected.reshape({x.shape(0), number, D});
        return projected;
    };
    const Tensor q = heads(attention.q_proj(x), H), k = heads(attention.k_proj(x), G),
                 v = heads(attention.v_proj(x), G);
    const auto of_text = [&](const Tensor& all, std::size_t t) -> Tensor {
        return xt::view(all, xt::range(begin[t], begin[t + 1]));
    };
    // All keys and values first: no text reads those of another, so the order does not matter.
    for (std::size_t t = batch.size(); t-- > 0;)
        batch[t].cache->write(layer, rope(of_text(k, t), tables, batch[t].cache->length), of_text(v, t));
    Tensor y = xt::empty<float>({x.shape(0), H * D});
    for (std::size_t t = 0; t < batch.size(); ++t) {
        const PagedKVCache& cache = *batch[t].cache;
        if (batch[t].rows == 0) continue;
        const Tensor query = rope(of_text(q, t), tables, cache.length);
        const Tensor mixed =
            paged_attention(query, cache.store.keys[layer], cache.store.values[layer], cache.table, cache.length);
        std::copy(mixed.begin(), mixed.end(), y.begin() + static_cast<std::ptrdiff_t>(begin[t] * H * D));
    }
    return attention.o_proj(y);
}

}  // namespace tiny_llm
