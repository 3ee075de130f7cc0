// en: The normalized x is what attention's result is added to. The stream itself stays
//     unnormalized: x + attention(norm(x)); only attention reads the copy.
// zh: 注意力的结果加到了归一化后的 x 上。残差流本身不做归一化：应是 x + attention(norm(x))，
//     只有注意力读那份归一化的副本。

#include "pre_norm_block.hpp"

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
                      const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
                   input_layernorm.weight);
    const Tensor n = input_layernorm(x);
    const Tensor h = n + attention(n);
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
    const Tensor n = input_layernorm(state.residual ? Tensor(hidden + *state.residual) : hidden);
    const Tensor h = n + attention(n);
    return {mlp(post_attention_layernorm(h)), h};
}

}  // namespace tiny_llm
