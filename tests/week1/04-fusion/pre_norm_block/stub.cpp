// Your turn.  Check: ./learn check pre_norm_block
// Contract: pre_norm_block.hpp, beside this file. It gives you RMSNorm, Qwen2MLP and add_rms_norm, your own.
// Lesson: docs/en/week1/04-fusion.md (中文: docs/zh/week1/04-fusion.md)

#include "pre_norm_block.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
                      const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
                   input_layernorm.weight);
    todo();
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
    todo();
}

}  // namespace tiny_llm
