#include "batched_attention.hpp"

namespace tiny_llm {

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
