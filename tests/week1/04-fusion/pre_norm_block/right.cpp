#include "pre_norm_block.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace tiny_llm {

// ---- own-loops

namespace {

Tensor norm(const Tensor& x, const RMSNorm& layer) {
    Tensor y = x;
    for (std::size_t row = 0; row < x.shape(0); ++row) {
        double total = 0;
        for (std::size_t i = 0; i < x.shape(1); ++i) total += 1.0 * x(row, i) * x(row, i);
        const double root = std::sqrt(total / static_cast<double>(x.shape(1)) + layer.eps);
        for (std::size_t i = 0; i < x.shape(1); ++i) y(row, i) = static_cast<float>(x(row, i) / root) * layer.weight(i);
    }
    return y;
}

Tensor feed_forward(const Tensor& x, const Qwen2MLP& mlp) {
    Tensor y = xt::zeros_like(x);
    std::vector<float> gated(mlp.hidden_dim);
    for (std::size_t row = 0; row < x.shape(0); ++row) {
        for (std::size_t i = 0; i < mlp.hidden_dim; ++i) {
            float gate = 0;
            float up = 0;
            for (std::size_t e = 0; e < mlp.dim; ++e) {
                gate += mlp.w_gate(i, e) * x(row, e);
                up += mlp.w_up(i, e) * x(row, e);
            }
            gated[i] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < mlp.dim; ++e) {
            for (std::size_t i = 0; i < mlp.hidden_dim; ++i) y(row, e) += mlp.w_down(e, i) * gated[i];
        }
    }
    return y;
}

}  // namespace

Tensor pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    require_shapes(x.dimension() == 2 && x.shape(1) == input_layernorm.dim, "pre_norm_block", "x", x, "input_layernorm",
        input_layernorm.weight);
    const Tensor a = attention(norm(x, input_layernorm));
    const Tensor h = a + x;
    return feed_forward(norm(h, post_attention_layernorm), mlp) + h;
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
    Tensor stream = hidden;
    if (state.residual) stream += *state.residual;
    stream = stream + attention(norm(stream, input_layernorm));
    return {feed_forward(norm(stream, post_attention_layernorm), mlp), stream};
}

// ---- plain-from-threaded

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

// ---- without-fusion

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
    return {mlp(post_attention_layernorm(h)), h};
}

// ---- zero-as-first-residual

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
