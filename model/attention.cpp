#include "model/attention.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/dot.hpp"
#include "tiny_llm/clones.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm {
namespace {

/// In place; less the largest, so that no exp overflows.
void softmax(std::vector<float>& scores) {
    const float largest = *std::max_element(scores.begin(), scores.end());
    float sum = 0;
    for (float& score : scores) sum += score = std::exp(score - largest);
    for (float& score : scores) score /= sum;
}

/// One query of one head over the first scores.size() positions, which are `stride` numbers apart. Adds to `out`.
TINY_LLM_CLONES
void attend(const float* query, const float* keys, const float* values, std::size_t stride, std::size_t dim,
            std::vector<float>& scores, float* out) {
    const float scale = 1.0f / std::sqrt(static_cast<float>(dim));
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = scale * dot(query, keys + i * stride, dim);
    softmax(scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const float score = scores[i];
        for (std::size_t d = 0; d < dim; ++d) out[d] += score * values[i * stride + d];
    }
}

Tensor split_heads(Tensor x, std::size_t head_dim) {
    x.reshape({x.shape(0), x.shape(1) / head_dim, head_dim});
    return x;
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value, std::size_t offset) {
    require_shapes(query.dimension() == 3 && key.dimension() == 3 && query.shape(2) == key.shape(2) &&
                       key.shape(1) > 0 && query.shape(1) % key.shape(1) == 0 &&
                       offset + query.shape(0) <= key.shape(0),
                   "scaled_dot_product_attention", "query", query, "key", key);
    require_shapes(value.shape() == key.shape(), "scaled_dot_product_attention", "value", value, "key", key);
    const std::size_t rows = query.shape(0), heads = query.shape(1), dim = query.shape(2);
    const std::size_t group = heads / key.shape(1);
    const std::size_t stride = key.shape(1) * dim;  // from one position to the next
    Tensor y = xt::zeros<float>(query.shape());
    std::vector<float> scores;
    for (std::size_t head = 0; head < heads; ++head) {
        const float* k = key.data() + head / group * dim;
        const float* v = value.data() + head / group * dim;
        for (std::size_t row = 0; row < rows; ++row) {
            scores.resize(offset + row + 1);
            const std::size_t at = (row * heads + head) * dim;
            attend(query.data() + at, k, v, stride, dim, scores, y.data() + at);
        }
    }
    return y;
}

Tensor Qwen2Attention::operator()(const Tensor& x, const Qwen2RotaryEmbedding& rotary_emb, KVCache& cache) const {
    const std::size_t offset = cache.length();
    const Tensor query = rotary_emb(split_heads(q_proj(x), head_dim), offset);
    const Tensor key = rotary_emb(split_heads(k_proj(x), head_dim), offset);
    cache.append(key, split_heads(v_proj(x), head_dim));
    Tensor y = scaled_dot_product_attention(query, cache.keys(), cache.values(), offset);
    y.reshape({y.shape(0), y.shape(1) * y.shape(2)});
    return o_proj(y);
}

}  // namespace tiny_llm
