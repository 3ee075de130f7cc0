#include "batched_attention.hpp"

namespace tiny_llm {

// ---- layer-0-read+rope-from-zero

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
    std::size_t begin = 0;
    for (const auto& [cache, count] : batch) {
        auto mine = xt::range(begin, begin + count);
        const auto heads = [&, L = count](const Tensor& projected, std::size_t number) {
            Tensor its = xt::view(projected, mine);
            its.reshape({L, number, attention.head_dim});
            return its;
        };
        const std::size_t offset = cache->length;
        const Tensor query = rope(heads(q, attention.num_heads), tables, 0);
        const Tensor key = rope(heads(k, attention.num_key_value_heads), tables, 0);
        cache->write(layer, key, heads(v, attention.num_key_value_heads));
        Tensor mixed = paged_attention(query, cache->store.keys[0], cache->store.values[0], cache->table, offset);
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
    }
    return attention.o_proj(y);
}

// ---- length-moved

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
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
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
        cache->length += count;
    }
    return attention.o_proj(y);
}

// ---- offset-after-the-rows

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
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
        const std::size_t end = offset + count;
        Tensor mixed = paged_attention(query, cache->store.keys[layer], cache->store.values[layer], cache->table, end);
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
    }
    return attention.o_proj(y);
}

// ---- one-row-for-each-text

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    const Tensor q = attention.q_proj(x), k = attention.k_proj(x), v = attention.v_proj(x);
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
    std::size_t begin = 0, number_of_text = 0;
    for (const auto& [cache, count] : batch) {
        auto mine = xt::range(begin, begin + count);
        const auto heads = [&, L = count](const Tensor& projected, std::size_t number) {
            auto rows_of_text = xt::range(number_of_text, number_of_text + L);
            Tensor its = xt::view(projected, rows_of_text);
            its.reshape({L, number, attention.head_dim});
            return its;
        };
        const std::size_t offset = cache->length;
        const Tensor query = rope(heads(q, attention.num_heads), tables, offset);
        const Tensor key = rope(heads(k, attention.num_key_value_heads), tables, offset);
        cache->write(layer, key, heads(v, attention.num_key_value_heads));
        Tensor mixed =
            paged_attention(query, cache->store.keys[layer], cache->store.values[layer], cache->table, offset);
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
        ++number_of_text;
    }
    return attention.o_proj(y);
}

// ---- projections-text-by-text

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
    std::size_t begin = 0;
    for (const auto& [cache, count] : batch) {
        auto mine = xt::range(begin, begin + count);
        const Tensor its_x = xt::view(x, mine);
        const auto heads = [&, L = count](Tensor its, std::size_t number) {
            its.reshape({L, number, attention.head_dim});
            return its;
        };
        const std::size_t offset = cache->length;
        const Tensor query = rope(heads(attention.q_proj(its_x), attention.num_heads), tables, offset);
        const Tensor key = rope(heads(attention.k_proj(its_x), attention.num_key_value_heads), tables, offset);
        cache->write(layer, key, heads(attention.v_proj(its_x), attention.num_key_value_heads));
        Tensor mixed =
            paged_attention(query, cache->store.keys[layer], cache->store.values[layer], cache->table, offset);
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
    }
    return attention.o_proj(y);
}

// ---- rope-over-the-batch

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument(
            "batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) + " rows");
    // The rows of a batch are one long row of positions.
    const std::size_t first = batch.empty() ? 0 : batch[0].cache->length;
    const auto all_heads = [&](Tensor projected) {
        projected.reshape({rows, projected.shape(1) / attention.head_dim, attention.head_dim});
        return projected;
    };
    const Tensor q = rope(all_heads(attention.q_proj(x)), tables, first);
    const Tensor k = rope(all_heads(attention.k_proj(x)), tables, first);
    const Tensor v = all_heads(attention.v_proj(x));
    Tensor y = xt::zeros<float>({rows, attention.num_heads * attention.head_dim});
    std::size_t begin = 0;
    for (const auto& [cache, count] : batch) {
        auto mine = xt::range(begin, begin + count);
        const std::size_t offset = cache->length;
        const Tensor query = xt::view(q, mine), value = xt::view(v, mine);
        const Tensor key = xt::view(k, mine);
        cache->write(layer, key, value);
        Tensor mixed =
            paged_attention(query, cache->store.keys[layer], cache->store.values[layer], cache->table, offset);
        mixed.reshape({count, attention.num_heads * attention.head_dim});
        xt::view(y, mine) = mixed;
        begin += count;
    }
    return attention.o_proj(y);
}

}  // namespace tiny_llm
