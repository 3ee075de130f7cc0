#include "decoder_layer.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    RMSNorm norm1{input_layernorm.dim, input_layernorm.weight};
    RMSNorm norm2{post_attention_layernorm.dim, post_attention_layernorm.weight};
    const Tensor h = x + self_attn(norm1(x), tables, cache);
    return h + mlp(norm2(h));
}

}  // namespace tiny_llm
