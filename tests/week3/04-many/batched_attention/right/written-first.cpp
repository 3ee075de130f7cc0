#include "batched_attention.hpp"

#include <algorithm>

namespace tiny_llm {

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
