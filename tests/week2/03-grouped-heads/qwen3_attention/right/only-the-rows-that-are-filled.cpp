#include "qwen3_attention.hpp"

namespace tiny_llm {

Tensor Qwen3Attention::operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const {
    require_shapes(x.dimension() == 2, "Qwen3Attention", "x", x, "the cache's keys", cache.keys);
    const std::size_t L = x.shape(0), offset = cache.length;
    Tensor v = v_proj(x), q = xt::reshape_view(q_proj(x), {L, num_heads, head_dim});
    Tensor k = xt::reshape_view(k_proj(x), {L, num_key_value_heads, head_dim});
    k = rope(k_norm(k), tables, offset);
    q = rope(q_norm(q), tables, offset);
    v.reshape(k.shape());
    cache.append(k, v);
    auto filled = xt::range(std::size_t{0}, cache.length);
    const Tensor keys = xt::view(cache.keys, filled), values = xt::view(cache.values, filled);
    const Tensor y = grouped_query_attention(q, keys, values, offset);
    return o_proj(xt::reshape_view(y, {L, num_heads * head_dim}));
}

}  // namespace tiny_llm
