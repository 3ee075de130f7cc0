#include "paged_attention.hpp"

#include <cmath>
#include <numeric>

namespace tiny_llm {

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
    const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
        "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    const std::size_t needed = (offset + L + page - 1) / page;
    if (table.size() < needed) throw std::invalid_argument("paged_attention: the table is too short");
    for (std::size_t n = 0; n < needed; ++n) {
        if (table[n] >= pages) throw std::invalid_argument("paged_attention: no such page");
    }
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const float* q = query.data() + (i * H + h) * D;
            Tensor scores(std::vector<std::size_t>{offset + i + 1});
            for (std::size_t j = 0; j < scores.size(); ++j) {
                const float* k = keys.data() + ((table[j / page] * page + j % page) * kv_heads + h / group) * D;
                scores(j) = scale * std::inner_product(q, q + D, k, 0.0f);
            }
            const Tensor weights = softmax(scores);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                const float* v = values.data() + ((table[j / page] * page + j % page) * kv_heads + h / group) * D;
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights(j) * v[d];
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
