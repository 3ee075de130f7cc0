#include "decoder_layer.hpp"

#include <cmath>

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const auto normed = [](const Tensor& rows, const RMSNorm& norm) {
        Tensor y = rows;
        for (std::size_t i = 0; i < rows.shape(0); ++i) {
            float sum = 0.0f;
            for (std::size_t e = 0; e < norm.dim; ++e) sum += rows(i, e) * rows(i, e);
            const float rms = std::sqrt(sum / static_cast<float>(norm.dim) + norm.eps);
            for (std::size_t e = 0; e < norm.dim; ++e) y(i, e) = rows(i, e) / rms * norm.weight(e);
        }
        return y;
    };
    const Tensor attended = self_attn(normed(x, input_layernorm), tables, cache);
    const Tensor h = x + attended;
    const Tensor fed = mlp(normed(h, post_attention_layernorm));
    return h + fed;
}

}  // namespace tiny_llm
