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
    // Attention over one tile at a time, merged with what the tiles before gave.
    Partial all{xt::zeros<float>({L, H, D}), xt::ones<float>({L, H}) * -INFINITY};
    for (std::size_t begin = first; begin < last; begin += tile) {
        const std::size_t end = std::min(begin + tile, last);
        Partial part{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
        for (std::size_t i = 0; i < L; ++i) {
            for (std::size_t h = 0; h < H; ++h) {
                part.lse(i, h) = -INFINITY;
                const std::size_t seen = std::min(end, offset + i + 1);
                if (seen <= begin) continue;
                auto rows = xt::range(begin, seen);
                const Tensor q = xt::view(query, i, h), k = xt::view(key, rows, h / group),
                             v = xt::view(value, rows, h / group);
                const Tensor scores = xt::linalg::dot(k, q) / std::sqrt(static_cast<float>(D));
                const float largest = xt::amax(scores)();
                const Tensor weights = xt::exp(scores - largest);
                const float sum = xt::sum(weights)();
                xt::view(part.output, i, h) = xt::linalg::dot(weights, v) / sum;
                part.lse(i, h) = largest + std::log(sum);
            }
        }
        all = merge_attention(all, part);
    }
    return all;
}

}  // namespace tiny_llm
