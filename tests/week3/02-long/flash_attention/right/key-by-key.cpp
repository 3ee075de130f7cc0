#include "flash_attention.hpp"

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
    // The tile is what is read between two corrections of the largest score: here each key is one.
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t r = 0; r < L * H; ++r) {
        const float* q = query.data() + r * D;
        double largest = -INFINITY, sum = 0;
        std::vector<double> mean(D, 0.0);
        for (std::size_t j = first; j < last && j <= offset + r / H; ++j) {
            const std::size_t at = (j * key.shape(1) + r % H / group) * D;
            double score = 0;
            for (std::size_t d = 0; d < D; ++d) score += static_cast<double>(q[d]) * key.data()[at + d];
            score *= std::pow(static_cast<double>(D), -0.5);
            const double top = std::fmax(largest, score), before = std::exp(largest - top), now = std::exp(score - top);
            for (std::size_t d = 0; d < D; ++d) mean[d] = mean[d] * before + now * value.data()[at + d];
            sum = sum * before + now;
            largest = top;
        }
        for (std::size_t d = 0; d < D && sum > 0; ++d) all.output.data()[r * D + d] = static_cast<float>(mean[d] / sum);
        all.lse.data()[r] = static_cast<float>(sum > 0 ? largest + std::log(sum) : -INFINITY);
    }
    return all;
}

}  // namespace tiny_llm
