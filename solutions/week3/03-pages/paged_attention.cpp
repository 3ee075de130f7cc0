#include "paged_attention.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

Tensor paged_attention(const Tensor& query, const Tensor& keys, const Tensor& values,
                       const std::vector<std::size_t>& table, std::size_t offset) {
    require_shapes(query.dimension() == 3 && keys.dimension() == 4 && query.shape(2) == keys.shape(3) &&
                       keys.shape(1) > 0 && keys.shape(2) > 0 && query.shape(1) % keys.shape(2) == 0,
                   "paged_attention", "query", query, "keys", keys);
    require_shapes(values.shape() == keys.shape(), "paged_attention", "values", values, "keys", keys);
    const std::size_t L = query.shape(0), H = query.shape(1), D = query.shape(2);
    const std::size_t pages = keys.shape(0), page = keys.shape(1), kv_heads = keys.shape(2), group = H / kv_heads;
    const std::size_t room = table.size() * page;  // offset + L could wrap around, what is left of the room cannot
    if (offset > room || L > room - offset) throw std::invalid_argument("paged_attention: the table is too short");
    const std::size_t seen = offset + L, needed = seen / page + (seen % page > 0);
    if (std::any_of(table.begin(), table.begin() + needed, [&](std::size_t number) { return number >= pages; })) {
        throw std::invalid_argument("paged_attention: the table names a page that is not in the store");
    }

    const auto row = [&](const Tensor& store, std::size_t position, std::size_t head) {
        return store.data() + ((table[position / page] * page + position % page) * kv_heads + head) * D;
    };
    const float scale = 1 / std::sqrt(static_cast<float>(D));
    Tensor y = xt::zeros<float>(query.shape());
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            const float* q = query.data() + (i * H + h) * D;
            Tensor scores(std::vector<std::size_t>{offset + i + 1});
            for (std::size_t j = 0; j < scores.size(); ++j) {
                scores(j) = scale * std::inner_product(q, q + D, row(keys, j, h / group), 0.0f);
            }
            const Tensor weights = softmax(scores);
            float* mean = y.data() + (i * H + h) * D;
            for (std::size_t j = 0; j < weights.size(); ++j) {
                const float* value = row(values, j, h / group);
                for (std::size_t d = 0; d < D; ++d) mean[d] += weights(j) * value[d];
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
