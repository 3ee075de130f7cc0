#include "week1/04-fusion/pre_norm_block.hpp"

#include "grader/as_part.hpp"
#include "tests/week1/04-fusion/pre_norm_block/mistakes.hpp"

/// The model calls the plain form alone.
tiny_llm::Tensor tiny_llm::pre_norm_block(const Tensor& x, const Attention& attention, const RMSNorm& input_layernorm,
    const RMSNorm& post_attention_layernorm, const Qwen2MLP& mlp) {
    models_attention = [&](const Floats& x) {
        return std::get<Floats>(grader::Value(attention(grader::tensor(x))).is);
    };
    models_mlp = [&](const Floats& x) { return std::get<Floats>(grader::Value(mlp(grader::tensor(x))).is); };
    return grader::as_part(&::pre_norm_block, "x", x, "norm1", input_layernorm.weight, "eps1", input_layernorm.eps,
        "norm2", post_attention_layernorm.weight, "eps2", post_attention_layernorm.eps);
}
