#include "decoder_layer.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace tiny_llm {

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    // A layer is two times the same: normalize, ask a part, add.
    using Part = std::function<Tensor(const Tensor&)>;
    const std::vector<std::pair<const RMSNorm*, Part>> parts{
        {&input_layernorm, [&](const Tensor& normed) { return self_attn(normed, tables, cache); }},
        {&post_attention_layernorm, mlp}};
    Tensor stream = x;
    for (const auto& [norm, part] : parts) stream = Tensor(stream + part((*norm)(stream)));
    return stream;
}

}  // namespace tiny_llm
