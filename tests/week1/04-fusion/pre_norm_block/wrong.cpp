#include "pre_norm_block.hpp"

namespace tiny_llm {

// ---- attention-reads-the-stream+mlp-reads-the-stream

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
        input_layernorm.weight);
    const Tensor h = x + attention(x);
    return h + mlp(h);
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
    const Tensor h = stream + attention(stream);
    return {mlp(h), h};
}

// ---- eps-fixed-1e-5

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
    const RMSNorm first(input_layernorm.dim, input_layernorm.weight);
    const RMSNorm second(post_attention_layernorm.dim, post_attention_layernorm.weight);
    const Tensor stream = state.residual ? Tensor(hidden + *state.residual) : hidden;
    const Tensor h = stream + attention(first(stream));
    return {mlp(second(h)), h};
}

// ---- first-layer-fails

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
    const Tensor stream = hidden + state.residual.value();
    const Tensor h = stream + attention(input_layernorm(stream));
    return {mlp(post_attention_layernorm(h)), h};
}

// ---- input-edited

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
        input_layernorm.weight);
    Tensor& stream = const_cast<Tensor&>(x);
    stream += attention(input_layernorm(x));
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
    Tensor& stream = const_cast<Tensor&>(hidden);
    if (state.residual) stream += *state.residual;
    stream += attention(input_layernorm(stream));
    return {mlp(post_attention_layernorm(stream)), stream};
}

// ---- no-residual-returned

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

// ---- one-eps-for-both

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
    const AddRMSNormResult next =
        add_rms_norm(attention(input_layernorm(stream)), stream, post_attention_layernorm.weight, input_layernorm.eps);
    return {mlp(next.normalized), next.residual};
}

// ---- residual-unchecked

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
    const Tensor stream = state.residual ? Tensor(hidden + *state.residual) : hidden;
    const Tensor h = stream + attention(input_layernorm(stream));
    return {mlp(post_attention_layernorm(h)), h};
}

// ---- width-unchecked

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    const Tensor h = x + attention(input_layernorm(x));
    return h + mlp(post_attention_layernorm(h));
}

BlockState threaded_pre_norm_block(const BlockState& state, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    const Tensor& hidden = state.hidden;
    if (state.residual) {
        require_shapes(state.residual->shape() == hidden.shape(), "threaded_pre_norm_block", "residual",
            *state.residual, "hidden", hidden);
    }
    const Tensor stream = state.residual ? Tensor(hidden + *state.residual) : hidden;
    const Tensor h = stream + attention(input_layernorm(stream));
    return {mlp(post_attention_layernorm(h)), h};
}

}  // namespace tiny_llm
