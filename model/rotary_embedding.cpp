#include "model/rotary_embedding.hpp"

#include <cmath>

#include "tiny_llm/shape.hpp"

namespace tiny_llm {

Qwen2RotaryEmbedding::Qwen2RotaryEmbedding(std::size_t head_dim, std::size_t positions, float theta)
    : cos_(xt::empty<float>({positions, head_dim / 2})), sin_(xt::empty<float>({positions, head_dim / 2})) {
    for (std::size_t i = 0; i < head_dim / 2; ++i) {
        // In float32, as Hugging Face computes it: weights were trained with these angles, not with exact ones.
        const float exponent = static_cast<float>(2 * i) / static_cast<float>(head_dim);
        const float frequency = 1.0f / std::pow(theta, exponent);
        for (std::size_t position = 0; position < positions; ++position) {
            const float angle = static_cast<float>(position) * frequency;
            cos_(position, i) = std::cos(angle);
            sin_(position, i) = std::sin(angle);
        }
    }
}

Tensor Qwen2RotaryEmbedding::operator()(const Tensor& x, std::size_t offset) const {
    const std::size_t half = cos_.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= cos_.shape(0),
                   "Qwen2RotaryEmbedding", "x", x, "the table of angles", cos_);
    Tensor y = xt::empty<float>(x.shape());
    for (std::size_t row = 0; row < x.shape(0); ++row) {
        const float* c = &cos_(offset + row, 0);
        const float* s = &sin_(offset + row, 0);
        for (std::size_t head = 0; head < x.shape(1); ++head) {
            const float* from = &x(row, head, 0);
            float* to = &y(row, head, 0);
            for (std::size_t i = 0; i < half; ++i) {
                to[i] = from[i] * c[i] - from[i + half] * s[i];
                to[i + half] = from[i + half] * c[i] + from[i] * s[i];
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
