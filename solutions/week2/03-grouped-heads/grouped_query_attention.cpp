#include "grouped_query_attention.hpp"

#include <algorithm>

namespace tiny_llm {

/// The first `rows` rows of x, L x H x D, a head at a time: H x rows x D.
static Tensor by_head(const Tensor& x, std::size_t rows) {
    const std::size_t heads = x.shape(1), dim = x.shape(2);
    // No `=`: of braces xt::empty makes an xtensor, and that would be copied.
    Tensor y(xt::empty<float>({heads, rows, dim}));
    for (std::size_t head = 0; head < heads; ++head) {
        for (std::size_t row = 0; row < rows; ++row) {
            std::copy_n(x.data() + (row * heads + head) * dim, dim, y.data() + (head * rows + row) * dim);
        }
    }
    return y;
}

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
                   "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t kv_heads = key.shape(1), group = H / kv_heads, seen = offset + L;

    // The queries of a group of heads meet the same keys: they are rows of one matrix, head below head.
    Tensor q = by_head(query, L);
    q.reshape({kv_heads, group * L, D});
    std::optional<Tensor> mask;
    if (L > 1) {  // one query sees all that came before it
        mask = xt::broadcast(causal_mask(L, seen), {group, L, seen});
        mask->reshape({group * L, seen});
    }
    Tensor y = scaled_dot_product_attention(q, by_head(key, seen), by_head(value, seen), mask);

    y.reshape({H, L, D});
    return xt::transpose(y, {1, 0, 2});
}

}  // namespace tiny_llm
