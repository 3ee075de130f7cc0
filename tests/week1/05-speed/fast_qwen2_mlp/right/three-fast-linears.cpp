#include "fast_qwen2_mlp.hpp"

#include "fast_linear.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

void apply(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == w_gate.shape(1), "FastQwen2MLP", "x", x, "w_gate", w_gate);
    Tensor gate, up;
    fast_linear(x, w_gate, std::nullopt, gate);
    fast_linear(x, w_up, std::nullopt, up);
    for (std::size_t i = 0; i < gate.size(); ++i) {
        gate.data()[i] *= up.data()[i] / (1.0f + fast_exp(-gate.data()[i]));
    }
    fast_linear(gate, w_down, std::nullopt, out);
}

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(x, w_gate, w_up, w_down, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(x, xt::cast<float>(w_gate), xt::cast<float>(w_up), xt::cast<float>(w_down), out);
}

}  // namespace tiny_llm
