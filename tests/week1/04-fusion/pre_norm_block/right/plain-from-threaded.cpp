#include "pre_norm_block.hpp"

#include <utility>

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    const BlockState after =
        threaded_pre_norm_block({x, std::nullopt}, attention, input_layernorm, post_attention_layernorm, mlp);
    return after.hidden + *after.residual;
}

BlockState threaded_pre_norm_block(const BlockState& state, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    const Tensor& hidden = state.hidden;
    require_shapes(hidden.dimension() == 2 && hidden.shape(1) == input_layernorm.dim, "threaded_pre_norm_block",
        "hidden", hidden, "input_layernorm", input_layernorm.weight);
    if (state.residual) {
        require_shapes(state.residual->shape() == hidden.shape(), "threaded_pre_norm_block", "residual",
            *state.residual, "hidden", hidden);
    }
    Tensor normalized;
    Tensor residual;
    if (state.residual) {
        AddRMSNormResult sum = add_rms_norm(hidden, *state.residual, input_layernorm.weight, input_layernorm.eps);
        normalized = std::move(sum.normalized);
        residual = std::move(sum.residual);
    } else {
        normalized = input_layernorm(hidden);
        residual = hidden;
    }
    const Tensor a = attention(normalized);
    AddRMSNormResult next = add_rms_norm(a, residual, post_attention_layernorm.weight, post_attention_layernorm.eps);
    return {mlp(next.normalized), std::move(next.residual)};
}

}  // namespace tiny_llm
