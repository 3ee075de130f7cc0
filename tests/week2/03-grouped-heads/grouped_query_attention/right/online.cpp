#include "grouped_query_attention.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    // Each key is met once, with the largest score and the sum so far; as FlashAttention does it.
    Tensor y = xt::empty<float>({L, H, D});
    for (std::size_t r = 0; r < L * H; ++r) {
        const float* q = query.data() + r * D;
        double largest = -INFINITY, sum = 0;
        std::vector<double> mean(D, 0.0);
        for (std::size_t j = 0; j <= offset + r / H; ++j) {
            const std::size_t at = (j * kv_heads + r % H / (H / kv_heads)) * D;
            double score = 0;
            for (std::size_t d = 0; d < D; ++d) score += static_cast<double>(q[d]) * key.data()[at + d];
            score *= std::pow(static_cast<double>(D), -0.5);
            const double top = std::fmax(largest, score), before = std::exp(largest - top), now = std::exp(score - top);
            for (std::size_t d = 0; d < D; ++d) mean[d] = mean[d] * before + now * value.data()[at + d];
            sum = sum * before + now;
            largest = top;
        }
        for (std::size_t d = 0; d < D; ++d) y.data()[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    return y;
}

}  // namespace tiny_llm
