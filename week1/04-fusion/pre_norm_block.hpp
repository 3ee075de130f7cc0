#ifndef TINY_LLM_PRE_NORM_BLOCK_HPP
#define TINY_LLM_PRE_NORM_BLOCK_HPP

#include <functional>
#include <optional>

#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"
#include "week1/04-fusion/add_rms_norm.hpp"

namespace tiny_llm {

/// L x E to L x E. Attention itself comes in week 2.
using Attention = std::function<Tensor(const Tensor&)>;

/// One decoder layer of Qwen2, pre-norm: each part reads a normalized copy of the residual stream and adds to it.
///
///     h = x + attention(input_layernorm(x))
///     y = h + mlp(post_attention_layernorm(h))
///
/// x        L x E, float32, may have zero rows; not modified
/// returns  L x E, float32, evaluated
///
/// Throws std::invalid_argument unless x has two axes, the last one with input_layernorm.dim elements.
///
/// Source: Hugging Face's Qwen2DecoderLayer; Xiong et al. 2020, arXiv:2002.04745.
Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
                      const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp);

/// Between two layers: the output of the last part, not yet added, and the residual stream without it.
struct BlockState {
    Tensor hidden;                   // L x E
    std::optional<Tensor> residual;  // L x E; none before the first layer
};

/// The same layer with the residual threaded through, so that each addition is fused with the norm after it.
///
///     residual' = hidden + residual                    before the first layer: residual' = hidden
///     a         = attention(norm(residual'))
///     residual" = a + residual'
///     returns     (mlp(norm(residual")), residual")
///
/// state    hidden and residual L x E, float32, may have zero rows; not modified
/// returns  hidden and residual, L x E, float32, evaluated. Their sum is what pre_norm_block returns.
///
/// Throws std::invalid_argument unless hidden has two axes, the last one with input_layernorm.dim elements, and residual, if
/// there is one, has the shape of hidden.
///
/// Source: nano-vllm's Qwen3DecoderLayer.
BlockState threaded_pre_norm_block(const BlockState& state, const Attention& attention, const RMSNorm& input_layernorm,
                                   const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp);

}  // namespace tiny_llm

#endif
