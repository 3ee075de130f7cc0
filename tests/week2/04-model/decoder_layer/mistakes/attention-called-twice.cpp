#include "decoder_layer.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const auto h = [&] { return Tensor(x + self_attn(input_layernorm(x), tables, cache)); };
    const Tensor added = mlp(post_attention_layernorm(h()));
    return h() + added;
}

}  // namespace tiny_llm
