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
    // A copy of the text's rows in one piece; as many tokens as there are, each time.
    Tensor k(std::vector<std::size_t>{known, kv_heads, D}), v(k);
    for (std::size_t j = 0; j < known; ++j) {
        const std::size_t from = (table[j / page] * page + j % page) * kv_heads * D;
        std::copy_n(keys.data() + from, kv_heads * D, k.data() + j * kv_heads * D);
        std::copy_n(values.data() + from, kv_heads * D, v.data() + j * kv_heads * D);
    }
    Tensor y = query;
    for (std::size_t i = 0; i < L; ++i) {
        auto rows = xt::range(0, offset + i + 1);
        for (std::size_t h = 0; h < H; ++h) {
            const Tensor q = xt::view(query, i, h), a = xt::view(k, rows, h / group), b = xt::view(v, rows, h / group);
            const Tensor weights = softmax(xt::linalg::dot(a, q) / std::sqrt(static_cast<float>(D)));
            if (D > 0) xt::view(y, i, h) = xt::linalg::dot(weights, b);
        }
    }
    return y;
}

}  // namespace tiny_llm
