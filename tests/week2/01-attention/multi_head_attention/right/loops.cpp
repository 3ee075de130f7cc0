#include "multi_head_attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

Tensor MultiHeadAttention::operator()(const Tensor& x, const std::optional<Tensor>& mask) const {
    require_shapes(x.dimension() >= 2 && x.shape().back() == hidden_size, "MultiHeadAttention", "x", x, "w_q", w_q);
    const std::size_t L = x.shape(x.dimension() - 2);
    if (mask) require_shape("MultiHeadAttention", "mask", *mask, {L, L});
    const std::size_t E = hidden_size, D = E / num_heads;
    Tensor y = x;
    std::vector<float> q(E), scores(L), heads(E);
    const Tensor keys = linear(x, w_k), values = linear(x, w_v);
    for (std::size_t row = 0; row < x.size() / E; ++row) {
        const std::size_t first = row / L * L, i = row % L;  // of the text that the token is in
        for (std::size_t o = 0; o < E; ++o) {
            q[o] = 0.0f;
            for (std::size_t e = 0; e < E; ++e) q[o] += w_q(o, e) * x.data()[row * E + e];
        }
        for (std::size_t h = 0; h < num_heads; ++h) {
            float largest = -INFINITY, sum = 0.0f;
            for (std::size_t j = 0; j < L; ++j) {
                const float* k = keys.data() + (first + j) * E + h * D;
                scores[j] = std::inner_product(k, k + D, q.data() + h * D, 0.0f) / std::sqrt(static_cast<float>(D));
                if (mask) scores[j] += (*mask)(i, j);
                largest = std::max(largest, scores[j]);
            }
            for (float& score : scores) sum += score = std::exp(score - largest);
            for (std::size_t d = h * D; d < h * D + D; ++d) {
                heads[d] = 0.0f;
                for (std::size_t j = 0; j < L; ++j) heads[d] += scores[j] * values.data()[(first + j) * E + d];
                heads[d] /= sum;
            }
        }
        for (std::size_t o = 0; o < E; ++o) {
            y.data()[row * E + o] = std::inner_product(heads.begin(), heads.end(), w_o.data() + o * E, 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
