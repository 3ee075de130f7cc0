#include "batched_attention.hpp"

namespace tiny_llm {

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
                         const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& request : batch) rows += request.rows;
    if (x.dimension() != 2 || x.shape(0) != rows)
        throw std::invalid_argument("batched_attention: x " + shape_string(x) + " for " + std::to_string(rows) +
                                    " rows");
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
    }
    return attention.o_proj(y);
}

}  // namespace tiny_llm
