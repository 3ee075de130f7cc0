#include "paged_attention.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
        for (std::size_t h = 0; h < H; ++h) {
            std::vector<std::pair<float, const float*>> met;
            float largest = -INFINITY, sum = 0;
            for (std::size_t p = 0; p < used; ++p) {
                const std::size_t rows = p + 1 < used ? page : seen % page;
                for (std::size_t r = 0; r < rows; ++r) {
                    const std::size_t at = ((table[p] * page + r) * kv_heads + h / group) * D;
                    float score = 0;
                    for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * keys.data()[at + d];
                    met.emplace_back(score / std::sqrt(static_cast<float>(D)), values.data() + at);
                    largest = std::max(largest, met.back().first);
                }
            }
            for (auto& [score, value] : met) sum += score = std::exp(score - largest);
            for (const auto& [weight, value] : met) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weight / sum * value[d];
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
