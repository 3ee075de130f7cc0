#include "model/long_attention.hpp"

#include "model/error.hpp"
#include "week3/02-long/flash_attention.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t tile = 256;  // keys

/// `partial`, which this part returned for L x H x D.
Partial returned(const char* part, Partial partial, const Tensor& query) {
    const Tensor lse(xt::empty<float>({query.shape(0), query.shape(1)}));
    for (const auto& [is, expected] : {std::pair(&partial.output, &query), {&partial.lse, &lse}}) {
        if (is->shape() == expected->shape()) continue;
        throw WrongResult(part, std::string(part) + " returned " + shape_string(*is) + " as " +
                                    (is == &partial.lse ? "lse" : "output") + ", expected " + shape_string(*expected));
    }
    return partial;
}

template <class Attention>
Tensor attention(const Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache) {
    const std::size_t rows = x.shape(0), offset = cache.length, end = offset + rows;
    const auto heads = [&](Tensor y) {
        y.reshape({rows, y.shape(1) / layer.head_dim, layer.head_dim});
        return y;
    };
    Tensor q = heads(layer.q_proj(x)), k = heads(layer.k_proj(x));
    if constexpr (requires { layer.q_norm; }) {
        q = layer.q_norm(q);
        k = layer.k_norm(k);
    }
    q = rope(q, tables, offset);
    cache.append(rope(k, tables, offset), heads(layer.v_proj(x)));
    const auto over = [&](std::size_t first, std::size_t last) {
        return returned("flash_attention", flash_attention(q, cache.keys, cache.values, offset, first, last, tile), q);
    };
    Partial y = over(offset, end);
    if (offset > 0) y = returned("merge_attention", merge_attention(over(0, offset), y), q);
    y.output.reshape({rows, layer.num_heads * layer.head_dim});
    return layer.o_proj(y.output);
}

}  // namespace

Tensor long_attention(const Qwen2Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache) {
    return attention(layer, x, tables, cache);
}

Tensor long_attention(const Qwen3Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache) {
    return attention(layer, x, tables, cache);
}

}  // namespace tiny_llm
