#include "pre_norm_block.hpp"

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
        input_layernorm.weight);
    const Tensor h = x + attention(input_layernorm(x));
    return h + mlp(post_attention_layernorm(h));
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
    const Tensor stream = state.residual ? Tensor(hidden + *state.residual) : hidden;
    const Tensor h = stream + attention(input_layernorm(stream));
    return {h + mlp(post_attention_layernorm(h)), std::nullopt};
}

}  // namespace tiny_llm
