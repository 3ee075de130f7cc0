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
    // As FlashAttention does it: a page is met once, with the largest score and the sum so far.
    const double scale = 1 / std::sqrt(static_cast<double>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t r = 0; r < L * H; ++r) {
        const float* q = query.data() + r * D;
        const std::size_t seen = offset + r / H + 1, head = r % H / group;
        double largest = -INFINITY, sum = 0;
        std::vector<double> mean(D, 0.0), scores;
        for (std::size_t p = 0; p * page < seen; ++p) {
            const std::size_t rows = std::min(page, seen - p * page), first = table[p] * page;
            scores.assign(rows, 0.0);
            double top = largest;
            for (std::size_t j = 0; j < rows; ++j) {
                const float* k = keys.data() + ((first + j) * kv_heads + head) * D;
                for (std::size_t d = 0; d < D; ++d) scores[j] += static_cast<double>(q[d]) * k[d];
                top = std::max(top, scores[j] *= scale);
            }
            const double before = std::exp(largest - top);
            sum *= before;
            for (double& one : mean) one *= before;
            for (std::size_t j = 0; j < rows; ++j) {
                const float* v = values.data() + ((first + j) * kv_heads + head) * D;
                const double weight = std::exp(scores[j] - top);
                sum += weight;
                for (std::size_t d = 0; d < D; ++d) mean[d] += weight * v[d];
            }
            largest = top;
        }
        for (std::size_t d = 0; d < D; ++d) y.data()[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    return y;
}

}  // namespace tiny_llm
