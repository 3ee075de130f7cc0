#include "batched_attention.hpp"

#include <cmath>

namespace tiny_llm {

Tensor batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    std::size_t rows = 0;
    for (const Rows& text : batch) rows += text.rows;
    if (x.dimension() != 2 || x.shape(0) != rows) throw std::invalid_argument("batched_attention: x does not fit");
    const std::size_t H = attention.num_heads, G = attention.num_key_value_heads, D = attention.head_dim, half = D / 2;
    for (const Rows& text : batch) {
        const auto& cos = tables.cos;
        if (cos.shape(1) != half || cos.shape(0) < text.cache->length + text.rows)
            throw std::invalid_argument("batched_attention: the tables do not fit");
    }
    Tensor q = attention.q_proj(x), k = attention.k_proj(x), y = xt::zeros<float>({rows, H * D});
    const Tensor v = attention.v_proj(x);
    const auto turn = [&](float* head, std::size_t position) {
        for (std::size_t d = 0; d < half; ++d) {
            const float a = head[d], b = head[d + half];
            head[d] = a * tables.cos(position, d) - b * tables.sin(position, d);
            head[d + half] = b * tables.cos(position, d) + a * tables.sin(position, d);
        }
    };
    std::size_t row = 0;
    for (const auto& [cache, count] : batch) {
        const std::size_t length = cache->length;
        Tensor key = xt::zeros<float>({count, G, D}), value = key;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t h = 0; h < H; ++h) turn(&q(row + i, 0) + h * D, length + i);
            for (std::size_t g = 0; g < G; ++g) turn(&k(row + i, 0) + g * D, length + i);
            for (std::size_t n = 0; n < G * D; ++n) {
                key.data()[i * G * D + n] = k(row + i, n);
                value.data()[i * G * D + n] = v(row + i, n);
            }
        }
        cache->write(layer, key, value);
        const Tensor &keys = cache->store.keys[layer], &values = cache->store.values[layer];
        const std::size_t page = keys.shape(1);
        for (std::size_t i = 0; i < count; ++i, ++row) {
            for (std::size_t h = 0; h < H; ++h) {
                // The largest score so far, and the sum and the mean that belong to it.
                double largest = -INFINITY, sum = 0;
                std::vector<double> mean(D);
                for (std::size_t j = 0; j <= length + i; ++j) {
                    double score = 0;
                    const std::size_t number = cache->table[j / page], g = h / (H / G);
                    for (std::size_t d = 0; d < D; ++d)
                        score += static_cast<double>(q(row, h * D + d)) * keys(number, j % page, g, d);
                    score /= std::sqrt(static_cast<double>(D));
                    const double top = std::max(largest, score), before = std::exp(largest - top);
                    const double weight = std::exp(score - top);
                    sum = sum * before + weight;
                    for (std::size_t d = 0; d < D; ++d)
                        mean[d] = mean[d] * before + weight * values(number, j % page, g, d);
                    largest = top;
                }
                for (std::size_t d = 0; d < D; ++d) y(row, h * D + d) = static_cast<float>(mean[d] / sum);
            }
        }
    }
    return attention.o_proj(y);
}

}  // namespace tiny_llm
