#include "model/long_attention.hpp"

#include <algorithm>

#include "model/block_cache.hpp"
#include "model/error.hpp"
#include "week3/02-long/flash_attention.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t tile = 256;   // keys
constexpr std::size_t some = 1024;  // keys that are numbers at a time where a cache has blocks

/// `partial`, which this part returned for L x H x D.
Partial returned_partial(const char* part, Partial partial, const Tensor& query) {
    const Tensor lse(xt::empty<float>({query.shape(0), query.shape(1)}));
    for (const auto& [is, expected] : {std::pair(&partial.output, &query), {&partial.lse, &lse}}) {
        if (is->shape() == expected->shape()) continue;
        throw WrongResult(part, std::string(part) + " returned " + shape_string(*is) + " as " +
                                    (is == &partial.lse ? "lse" : "output") + ", expected " + shape_string(*expected));
    }
    return partial;
}

template <class Attention>
Tensor attention(const Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache, DType kept_as) {
    const bool blocks = kept_as == DType::q8_0;
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
    k = rope(k, tables, offset);
    const Tensor v = heads(layer.v_proj(x));
    if (blocks) append_blocks(cache, k, v);
    else cache.append(k, v);
    const auto over = [&](std::size_t first, std::size_t last) {
        Partial part;
        if (blocks) {  // the first of these keys is at position `first`
            const Tensor keys = read_blocks(cache.keys, first, last, layer.head_dim);
            const Tensor values = read_blocks(cache.values, first, last, layer.head_dim);
            part = flash_attention(q, keys, values, offset - first, 0, last - first, tile);
        } else {
            part = flash_attention(q, cache.keys, cache.values, offset, first, last, tile);
        }
        return returned_partial("flash_attention", std::move(part), q);
    };
    Partial y = over(offset, end);
    for (std::size_t first = 0, last = 0; first < offset; first = last) {
        last = blocks ? std::min(first + some, offset) : offset;
        y = returned_partial("merge_attention", merge_attention(over(first, last), y), q);
    }
    y.output.reshape({rows, layer.num_heads * layer.head_dim});
    return layer.o_proj(y.output);
}

}  // namespace

Tensor long_attention(const Qwen2Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache,
                      DType kept_as) {
    return attention(layer, x, tables, cache, kept_as);
}

Tensor long_attention(const Qwen3Attention& layer, const Tensor& x, const RopeTables& tables, KVCache& cache,
                      DType kept_as) {
    return attention(layer, x, tables, cache, kept_as);
}

}  // namespace tiny_llm
