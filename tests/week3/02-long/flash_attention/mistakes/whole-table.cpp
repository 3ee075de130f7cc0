#include "flash_attention.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

Partial flash_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset,
    std::size_t first, std::size_t last, std::size_t tile) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0,
        "flash_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "flash_attention", "value", value, "key", key);
    if (tile == 0 || first > last || last > key.shape(0)) throw std::invalid_argument("flash_attention");
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    for (std::size_t h = 0; h < H; ++h) {
        Tensor scores = xt::zeros<float>({L, last - first});
        for (std::size_t i = 0; i < L; ++i) {
            const std::size_t seen = std::max(first, std::min(last, offset + i + 1)) - first;
            for (std::size_t j = 0; j < seen; ++j) {
                for (std::size_t d = 0; d < D; ++d) scores(i, j) += query(i, h, d) * key(first + j, h / group, d);
                scores(i, j) /= std::sqrt(static_cast<float>(D));
            }
            float largest = -INFINITY, sum = 0;
            for (std::size_t j = 0; j < seen; ++j) largest = std::max(largest, scores(i, j));
            for (std::size_t j = 0; j < seen; ++j) sum += scores(i, j) = std::exp(scores(i, j) - largest);
            for (std::size_t j = 0; j < seen; ++j)
                for (std::size_t d = 0; d < D; ++d)
                    all.output(i, h, d) += scores(i, j) / sum * value(first + j, h / group, d);
            all.lse(i, h) = largest + std::log(sum);
        }
    }
    return all;
}

}  // namespace tiny_llm
