#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "week1/05-speed/fast_qwen2_mlp.hpp"

namespace tiny_llm {
namespace {

void times(const Tensor& x, const Tensor& weight, Tensor& y) {
    auto shape = x.shape();
    shape.back() = weight.shape(0);
    y.resize(shape);
    const int outs = static_cast<int>(weight.shape(0)), in = static_cast<int>(weight.shape(1));
    const int rows = static_cast<int>(x.size() / weight.shape(1));
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in, 0.0f,
                y.data(), outs);
}

// SiLU and product in one pass, sixteen elements at once.
TINY_LLM_CLONES
void gate_row(float* __restrict gate, const float* __restrict up, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) gate[i] = gate[i] / (1.0f + fast_exp(-gate[i])) * up[i];
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastQwen2MLP", "x", x, "w_gate", w_gate);
    thread_local Tensor gate, up;
    times(x, w_gate, gate);
    times(x, w_up, up);
    gate_row(gate.data(), up.data(), gate.size());
    times(gate, w_down, out);
}

}  // namespace tiny_llm
