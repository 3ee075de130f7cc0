#include "grouped_query_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tiny_llm {

Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 && offset <= key.shape(0) &&
                       query.shape(0) <= key.shape(0) - offset,
        "grouped_query_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "grouped_query_attention", "value", value, "key", key);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), kv_heads = key.shape(1);
    const std::size_t group = H / kv_heads;
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        const std::uint16_t last = offset + i;
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group;
            std::vector<float> weights(last + 1);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                float score = 0.0f;
                for (std::size_t d = 0; d < D; ++d) score += query(i, h, d) * key(j, g, d);
                weights[j] = score * scale;
            }
            float largest = -INFINITY, sum = 0.0f;
            for (const float weight : weights) largest = std::max(largest, weight);
            for (float& weight : weights) sum += weight = std::exp(weight - largest);
            for (std::size_t j = 0; j < weights.size(); ++j) {
                for (std::size_t d = 0; d < D; ++d) y(i, h, d) += weights[j] / sum * value(j, g, d);
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
