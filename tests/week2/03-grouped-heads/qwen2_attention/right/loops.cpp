#include "qwen2_attention.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tiny_llm {

Tensor Qwen2Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen2Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), H = num_heads, G = num_key_value_heads, D = head_dim, half = D / 2;
    const std::size_t offset = cache.length;
    if (tables.cos.shape(1) != half || tables.cos.shape(0) < offset + L) {
        throw std::invalid_argument("Qwen2Attention: the tables do not fit");
    }
    Tensor q = q_proj(x), k = k_proj(x), v = v_proj(x);
    const auto turn = [&](float* head, std::size_t position) {
        for (std::size_t d = 0; d < half; ++d) {
            const float a = head[d], b = head[d + half];
            head[d] = a * tables.cos(position, d) - b * tables.sin(position, d);
            head[d + half] = b * tables.cos(position, d) + a * tables.sin(position, d);
        }
    };
    for (std::size_t r = 0; r < L * H; ++r) turn(q.data() + r * D, offset + r / H);
    for (std::size_t r = 0; r < L * G; ++r) turn(k.data() + r * D, offset + r / G);
    k.reshape({L, G, D});
    v.reshape({L, G, D});
    cache.append(k, v);

    Tensor y = xt::zeros<float>({L, H * D});
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t g = r % H / (H / G);
        std::vector<double> weights(offset + r / H + 1);
        double largest = -INFINITY, sum = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d) weights[j] += q.data()[r * D + d] * cache.keys(j, g, d);
            largest = std::max(largest, weights[j] /= std::sqrt(static_cast<double>(D)));
        }
        for (double& weight : weights) sum += weight = std::exp(weight - largest);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            for (std::size_t d = 0; d < D; ++d) {
                y.data()[r * D + d] += static_cast<float>(weights[j] / sum) * cache.values(j, g, d);
            }
        }
    }
    return o_proj(y);
}

}  // namespace tiny_llm
