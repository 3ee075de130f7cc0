#include "decoder_layer.hpp"

#include <algorithm>
#include <functional>

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const auto sum = [](const Tensor& a, Tensor b) {
        std::transform(a.begin(), a.end(), b.begin(), b.begin(), std::plus<>());
        return b;
    };
    const Tensor h = sum(x, self_attn(input_layernorm(x), tables, cache));
    return sum(h, mlp(post_attention_layernorm(h)));
}

}  // namespace tiny_llm
