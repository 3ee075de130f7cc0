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
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::size_t seen = offset + i + 1;
        // Each key head meets the queries of its group; the scores of all pages side by side, then one softmax.
        for (std::size_t g = 0; g < kv_heads && D > 0; ++g) {
            auto heads = xt::range(g * group, g * group + group);
            const Tensor q = xt::view(query, i, heads) * scale;
            Tensor scores = xt::zeros<float>({group, seen});
            for (std::size_t from = 0; from < seen; from += page) {
                const std::size_t to = std::min(seen, from + page);
                auto rows = xt::range(0, to - from);
                auto places = xt::range(from, to);
                const Tensor k = xt::view(keys, table[from / page], rows, g);
                xt::view(scores, xt::all(), places) = xt::linalg::dot(q, xt::transpose(k));
            }
            const Tensor weights = softmax(scores);
            for (std::size_t from = 0; from < seen; from += page) {
                const std::size_t to = std::min(seen, from + page);
                auto rows = xt::range(0, to - from);
                auto places = xt::range(from, to);
                const Tensor v = xt::view(values, table[from / page], rows, g);
                const Tensor w = xt::view(weights, xt::all(), places);
                xt::view(y, i, heads) += xt::linalg::dot(w, v);
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
