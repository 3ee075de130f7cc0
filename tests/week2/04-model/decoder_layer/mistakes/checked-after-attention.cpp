#include "decoder_layer.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    const Tensor a = self_attn(input_layernorm(x), tables, cache);
    require_shapes(x.dimension() == 2 && x.shape() == a.shape(), "DecoderLayer", "x", x, "attention's result", a);
    const Tensor h = x + a;
    return h + mlp(post_attention_layernorm(h));
}

}  // namespace tiny_llm
