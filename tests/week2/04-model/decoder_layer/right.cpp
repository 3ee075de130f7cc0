#include "decoder_layer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace tiny_llm {

// ---- added-in-place

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    Tensor stream = x;
    stream += self_attn(input_layernorm(stream), tables, cache);
    stream += mlp(post_attention_layernorm(stream));
    return stream;
}

// ---- mlp-row-by-row

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

// ---- own-norms

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

// ---- parts-in-a-row

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

// ---- sums-by-transform

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

// ---- three-sums

Tensor DecoderLayer::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "DecoderLayer", "x", x,
        "the weight of input_layernorm", input_layernorm.weight);
    const Tensor attended = self_attn(input_layernorm(x), tables, cache);
    const Tensor fed = mlp(post_attention_layernorm(Tensor(attended + x)));
    return fed + attended + x;
}

}  // namespace tiny_llm
