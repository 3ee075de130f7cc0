#include "flash_attention.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tiny_llm {

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t g = h / group, end = std::min(last, offset + i + 1);
            float largest = -INFINITY, sum = 0.0f;
            std::vector<float> mean(D, 0.0f);
            for (std::size_t begin = first; begin < end; begin += tile) {
                std::vector<float> scores(std::min(tile, end - begin), 0.0f);
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    for (std::size_t d = 0; d < D; ++d) scores[j] += query(i, h, d) * key(begin + j, g, d);
                    scores[j] *= scale;
                }
                const float now = std::max(largest, *std::max_element(scores.begin(), scores.end()));
                const float correction = std::exp(largest - now);
                for (float& one : mean) one *= correction;
                for (std::size_t j = 0; j < scores.size(); ++j) {
                    const float weight = std::exp(scores[j] - now);
                    sum += weight;
                    for (std::size_t d = 0; d < D; ++d) mean[d] += weight * value(begin + j, g, d);
                }
                largest = now;
            }
            for (std::size_t d = 0; d < D; ++d) all.output(i, h, d) = sum > 0 ? mean[d] / sum : 0.0f;
            all.lse(i, h) = sum > 0 ? largest + std::log(sum) : -INFINITY;
        }
    }
    return all;
}

}  // namespace tiny_llm
