#include "pre_norm_block.hpp"

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
        input_layernorm.weight);
    Tensor stream = x;
    stream += attention(input_layernorm(stream));
    stream += mlp(post_attention_layernorm(stream));
    return stream;
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
    const Tensor zero = xt::zeros_like(hidden);
    const AddRMSNormResult first =
        add_rms_norm(hidden, state.residual.value_or(zero), input_layernorm.weight, input_layernorm.eps);
    const AddRMSNormResult second = add_rms_norm(
        attention(first.normalized), first.residual, post_attention_layernorm.weight, post_attention_layernorm.eps);
    BlockState after;
    after.hidden = mlp(second.normalized);
    after.residual = second.residual;
    return after;
}

}  // namespace tiny_llm
