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
    // Each page for itself, and the log of its sum of exps; then the pages are weighed by these.
    const double scale = 1 / std::sqrt(static_cast<double>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            double lse = -INFINITY;
            std::vector<double> all(D, 0.0);
            for (std::size_t n = 0; n < needed && n * page <= offset + i; ++n) {
                std::vector<double> scores, mean(D, 0.0);
                for (std::size_t r = 0; r < page && n * page + r <= offset + i; ++r) {
                    double score = 0;
                    for (std::size_t d = 0; d < D; ++d)
                        score += double{query(i, h, d)} * keys(table[n], r, h / group, d);
                    scores.push_back(score * scale);
                }
                const double largest = *std::max_element(scores.begin(), scores.end());
                double sum = 0;
                for (double& score : scores) sum += score = std::exp(score - largest);
                for (std::size_t r = 0; r < scores.size(); ++r) {
                    for (std::size_t d = 0; d < D; ++d) mean[d] += scores[r] / sum * values(table[n], r, h / group, d);
                }
                const double its = largest + std::log(sum), top = std::max(lse, its);
                const double a = std::exp(lse - top), b = std::exp(its - top);
                for (std::size_t d = 0; d < D; ++d) all[d] = (a * all[d] + b * mean[d]) / (a + b);
                lse = top + std::log(a + b);
            }
            for (std::size_t d = 0; d < D; ++d) y(i, h, d) = static_cast<float>(all[d]);
        }
    }
    return y;
}

}  // namespace tiny_llm
