#include "decoder_layer.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    // Attention needs all rows at once; norms and MLP know one row alone.
    Tensor y = self_attn(input_layernorm(x), tables, cache) + x;
    const std::size_t E = input_layernorm.dim;
    for (std::size_t i = 0; i < y.shape(0); ++i) {
        Tensor row = xt::empty<float>({std::size_t{1}, E});
        std::copy_n(y.data() + i * E, E, row.data());
        const Tensor sum = row + mlp(post_attention_layernorm(row));
        std::copy_n(sum.data(), E, y.data() + i * E);
    }
    return y;
}

}  // namespace tiny_llm
