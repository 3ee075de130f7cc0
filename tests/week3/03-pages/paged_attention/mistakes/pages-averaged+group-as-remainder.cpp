#include "paged_attention.hpp"

#include <algorithm>
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
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t seen = offset + i + 1, used = (seen + page - 1) / page;
        for (std::size_t h = 0; h < H && D > 0; ++h) {
            const Tensor q = xt::view(query, i, h);
            for (std::size_t p = 0; p < used; ++p) {
                auto rows = xt::range(0, std::min(page, seen - p * page));
                const Tensor k = xt::view(keys, table[p], rows, h % kv_heads),
                             v = xt::view(values, table[p], rows, h % kv_heads);
                const Tensor weights = softmax(xt::linalg::dot(k, q) / std::sqrt(static_cast<float>(D)));
                xt::view(y, i, h) += xt::linalg::dot(weights, v) / static_cast<float>(used);
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
