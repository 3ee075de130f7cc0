#include "batched_attention.hpp"

#include <algorithm>

namespace tiny_llm {

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

}  // namespace tiny_llm
