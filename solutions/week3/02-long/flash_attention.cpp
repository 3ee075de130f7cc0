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
    if (tile == 0 || first > last || last > key.shape(0)) {
        throw std::invalid_argument("flash_attention: keys " + std::to_string(first) + " to " + std::to_string(last) +
                                    " of " + std::to_string(key.shape(0)) + ", " + std::to_string(tile) + " at a time");
    }
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2), group = H / key.shape(1);
    const float scale = 1.0f / std::sqrt(static_cast<float>(D));
    // Of all that a query has seen so far: the largest score, the sum of exp(score - largest), and what the values add up to.
    Tensor largest({L, H}, -INFINITY), sum = xt::zeros<float>({L, H});
    Tensor output = xt::zeros<float>(query.shape());

    const std::size_t end = L == 0 ? first : std::min(last, offset + L);
    for (std::size_t begin = first, keys = 0; begin < end; begin += keys) {
        keys = std::min(tile, end - begin);
        const std::size_t top = begin > offset ? begin - offset : 0;  // the first query that sees something here
        auto rows = xt::range(begin, begin + keys), queries = xt::range(top, L);
        for (std::size_t head = 0; head < key.shape(1); ++head) {
            auto heads = xt::range(head * group, (head + 1) * group);
            Tensor q = xt::view(query, queries, heads);
            q.reshape({(L - top) * group, D});
            const Tensor k = xt::view(key, rows, head), v = xt::view(value, rows, head);
            Tensor scores = xt::linalg::dot(q, xt::transpose(k));
            for (std::size_t row = 0; row < scores.shape(0); ++row) {
                const std::size_t i = top + row / group, at = i * H + head * group + row % group;
                const std::size_t seen = std::min(keys, offset + i + 1 - begin);
                float* weights = scores.data() + row * keys;
                float* y = output.data() + at * D;

                const float before = largest.data()[at];
                const float now = std::max(before, scale * *std::max_element(weights, weights + seen));
                const float correction = std::exp(before - now);  // 0 at first: before is -infinity
                for (std::size_t d = 0; d < D; ++d) y[d] *= correction;
                sum.data()[at] *= correction;
                for (std::size_t j = 0; j < seen; ++j) {
                    const float weight = std::exp(scale * weights[j] - now);
                    sum.data()[at] += weight;
                    for (std::size_t d = 0; d < D; ++d) y[d] += weight * v.data()[j * D + d];
                }
                largest.data()[at] = now;
            }
        }
    }

    for (std::size_t row = 0; row < L * H; ++row) {
        largest.data()[row] += std::log(sum.data()[row]);
        if (sum.data()[row] == 0) continue;  // no key: 0, as it is
        for (std::size_t d = 0; d < D; ++d) output.data()[row * D + d] /= sum.data()[row];
    }
    return {output, largest};
}

}  // namespace tiny_llm
