// en: Attention and the MLP both read x: that is the parallel block of GPT-J and PaLM. In Qwen2
//     the MLP comes after attention and reads the stream with its result in it.
// zh: 注意力和 MLP 都读 x：这是 GPT-J 和 PaLM 的并行结构。Qwen2 里 MLP 在注意力之后，
//     读的是已经加上注意力结果的残差流。

#include "pre_norm_block.hpp"

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
                      const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
                   input_layernorm.weight);
    return x + attention(input_layernorm(x)) + mlp(post_attention_layernorm(x));
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
    return {mlp(post_attention_layernorm(stream)), h};
}

}  // namespace tiny_llm
