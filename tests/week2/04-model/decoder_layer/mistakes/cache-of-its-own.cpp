#include "decoder_layer.hpp"

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    auto attention = [=, this]() mutable { return self_attn(input_layernorm(x), tables, cache); };
    const Tensor h = x + attention();
    return h + mlp(post_attention_layernorm(h));
}

}  // namespace tiny_llm
