#ifndef TINY_LLM_DECODER_LAYER_HPP
#define TINY_LLM_DECODER_LAYER_HPP

#include <functional>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week2/02-rope/rope_tables.hpp"
#include "week2/03-grouped-heads/kv_cache.hpp"

namespace tiny_llm {

/// L x E to L x E, for rows in their places in a text: an attention, or a whole layer. It adds its rows to the cache.
using Layer = std::function<Tensor(const Tensor& x, const RopeTables& tables, KVCache& cache)>;

/// L x E to L x E, each row by itself: a Qwen2MLP, wherever its weights are.
using MLP = std::function<Tensor(const Tensor& x)>;

/// One layer of Qwen2 and of Qwen3, which differ only in their attention.
///
///     h = x + self_attn(input_layernorm(x))
///     y = h + mlp(post_attention_layernorm(h))
///
/// Source: Hugging Face's Qwen2DecoderLayer.
struct DecoderLayer {
    /// x        L x E, float32, may have no rows: the positions after those in the cache; not modified
    /// tables   for self_attn
    /// cache    for self_attn, which adds L positions to it
    /// returns  L x E, float32, evaluated
    ///
    /// self_attn is called once, with all rows, and each row goes through mlp once.
    ///
    /// Throws std::invalid_argument unless x has two axes, the last one with input_layernorm.dim elements; and whatever
    /// self_attn throws when the cache or the tables do not fit. The cache is then unchanged.
    Tensor operator()(const Tensor& x, const RopeTables& tables, KVCache& cache) const;

    RMSNorm input_layernorm;
    Layer self_attn;
    RMSNorm post_attention_layernorm;
    MLP mlp;
};

}  // namespace tiny_llm

#endif
