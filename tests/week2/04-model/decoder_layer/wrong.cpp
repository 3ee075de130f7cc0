#include "decoder_layer.hpp"

namespace tiny_llm {

// ---- attention-called-twice

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const auto h = [&] { return Tensor(x + self_attn(input_layernorm(x), tables, cache)); };
    const Tensor added = mlp(post_attention_layernorm(h()));
    return h() + added;
}

// ---- attention-reads-the-stream+mlp-reads-the-stream

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const Tensor h = x + self_attn(x, tables, cache);
    return h + mlp(h);
}

// ---- cache-of-its-own

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    auto attention = [=, this]() mutable { return self_attn(input_layernorm(x), tables, cache); };
    const Tensor h = x + attention();
    return h + mlp(post_attention_layernorm(h));
}

// ---- checked-after-attention

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    const Tensor a = self_attn(input_layernorm(x), tables, cache);
    require_shapes(x.dimension() == 2 && x.shape() == a.shape(), "DecoderLayer", "x", x, "attention's result", a);
    const Tensor h = x + a;
    return h + mlp(post_attention_layernorm(h));
}

// ---- eps-default

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    RMSNorm norm1{input_layernorm.dim, input_layernorm.weight};
    RMSNorm norm2{post_attention_layernorm.dim, post_attention_layernorm.weight};
    const Tensor h = x + self_attn(norm1(x), tables, cache);
    return h + mlp(norm2(h));
}

// ---- input-edited

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    auto& stream = const_cast<Tensor&>(x);
    xt::noalias(stream) += self_attn(input_layernorm(x), tables, cache);
    xt::noalias(stream) += mlp(post_attention_layernorm(x));
    return stream;
}

// ---- mlp-reads-the-stream+norm-on-attentions-result

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const Tensor h = x + post_attention_layernorm(self_attn(input_layernorm(x), tables, cache));
    return h + mlp(h);
}

// ---- refusal-swallowed

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
