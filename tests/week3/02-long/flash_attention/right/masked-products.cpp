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
    // A tile at a time for a whole head of queries, hidden scores -infinity, values of NaN taken out where they are hidden.
    Partial all{xt::zeros<float>({L, H, D}), xt::zeros<float>({L, H})};
    const std::size_t end = L > 0 ? std::min(last, offset + L) : 0;
    for (std::size_t h = 0; h < H; ++h) {
        const Tensor q = xt::view(query, xt::all(), h);
        Tensor largest = xt::ones<float>({L, std::size_t{1}}) * -INFINITY, sum = xt::zeros<float>({L, std::size_t{1}});
        Tensor mean = xt::zeros<float>({L, D});
        for (std::size_t begin = first; begin < end; begin += tile) {
            const std::size_t keys = std::min(tile, end - begin);
            auto rows = xt::range(begin, begin + keys);
            const Tensor k = xt::view(key, rows, h / group), v = xt::view(value, rows, h / group);
            Tensor scores = xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(static_cast<float>(D));
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < keys; ++j)
                    if (begin + j > offset + i) scores(i, j) = -INFINITY;
            const Tensor top = xt::amax(scores, {1}, xt::keep_dims);
            const Tensor now = xt::maximum(largest, top);
            const Tensor safe = xt::where(xt::isinf(now), 0.0f, now);
            const Tensor weights = xt::exp(scores - safe), correction = xt::exp(largest - safe);
            const Tensor of_tile = xt::sum(weights, {1}, xt::keep_dims);
            sum = Tensor(sum * correction + of_tile);
            mean = Tensor(mean * correction);
            for (std::size_t i = 0; i < L; ++i)
                for (std::size_t j = 0; j < keys; ++j)
                    if (weights(i, j) > 0) xt::view(mean, i) += weights(i, j) * xt::view(v, j);
            largest = now;
        }
        const Tensor divisor = xt::where(sum > 0.0f, sum, 1.0f);
        xt::view(all.output, xt::all(), h) = mean / divisor;
        const Tensor lse = largest + xt::log(sum);
        xt::view(all.lse, xt::all(), h) = xt::view(lse, xt::all(), 0);
    }
    return all;
}

}  // namespace tiny_llm
