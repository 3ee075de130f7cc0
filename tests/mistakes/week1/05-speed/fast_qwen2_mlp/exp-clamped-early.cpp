// en: The argument of exp is clamped too early, to +-5: at -6 SiLU is -0.015, yours is -0.04.
//     float32 holds exp from about -87 to 87, clamp there.
// zh: exp 的自变量限制得太早，只到 ±5：−6 处 SiLU 是 −0.015，你的是 −0.04。float32 大约能容纳 exp(
//     −87) 到 exp(87)，到那里再限制。

#include "fast_qwen2_mlp.hpp"

#include <algorithm>
#include <vector>

namespace tiny_llm {

namespace {

float exp_of(float x) { return std::exp(std::min(std::max(x, -5.0f), 5.0f)); }

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * float(w[i]);
    return sum;
}

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    std::vector<float> hidden(inner);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + exp_of(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), mlp.w_down.data() + o * inner, inner);
    }
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

}  // namespace tiny_llm
