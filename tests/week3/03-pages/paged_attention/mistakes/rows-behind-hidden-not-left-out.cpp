#include "paged_attention.hpp"

#include <cmath>

namespace tiny_llm {

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    if (offset > table.size() * page || L > table.size() * page - offset) {
        throw std::invalid_argument("paged_attention: the table is too short");
    }
    const std::size_t known = offset + L, needed = known / page + (known % page > 0);
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    Tensor k(std::vector<std::size_t>{needed * page, kv_heads, D}), v(k);
    for (std::size_t n = 0; n < needed; ++n) {
        auto rows = xt::range(n * page, n * page + page);
        xt::view(k, rows) = xt::view(keys, table[n]);
        xt::view(v, rows) = xt::view(values, table[n]);
    }
    Tensor y = query;
    for (std::size_t h = 0; h < H && L * D > 0; ++h) {
        const Tensor q = xt::view(query, xt::all(), h), a = xt::view(k, xt::all(), h / group);
        Tensor scores = xt::linalg::dot(q, xt::transpose(a)) / std::sqrt(static_cast<float>(D));
        for (std::size_t i = 0; i < L; ++i) {
            for (std::size_t j = offset + i + 1; j < needed * page; ++j) scores(i, j) += -INFINITY;
        }
        const Tensor weights = softmax(scores), b = xt::view(v, xt::all(), h / group);
        xt::view(y, xt::all(), h) = xt::linalg::dot(weights, b);
    }
    return y;
}

}  // namespace tiny_llm
