#include "week1/05-speed/fast_qwen2_mlp.hpp"

namespace tiny_llm {
namespace {

// Flattened, and written where it is wanted.
void times(const Tensor& x, const Tensor& weight, Tensor& y) {
    auto shape = x.shape();
    shape.back() = weight.shape(0);
    y.resize(shape);
    const int outs = static_cast<int>(weight.shape(0)), in = static_cast<int>(weight.shape(1));
    const int rows = static_cast<int>(x.size() / weight.shape(1));
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in, 0.0f,
                y.data(), outs);
}

}  // namespace

// Memory that is new is zeroed by the system, page by page, before the first number can be written to it.
template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastQwen2MLP", "x", x, "w_gate", w_gate);
    thread_local Tensor gate, up;
    times(x, w_gate, gate);
    times(x, w_up, up);
    xt::noalias(gate) = gate / (1.0f + xt::exp(-gate)) * up;
    times(gate, w_down, out);
}

}  // namespace tiny_llm
