#include "fast_qwen2_mlp.hpp"

namespace tiny_llm {

namespace {

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    const std::size_t dim = mlp.dim;
    const std::size_t inner = mlp.hidden_dim;
    const std::size_t rows = x.size() / dim;
    out.resize(x.shape());
    if (rows == 0) return;
    const Tensor w_gate = xt::cast<float>(mlp.w_gate);
    const Tensor w_up = xt::cast<float>(mlp.w_up);
    const Tensor w_down = xt::cast<float>(mlp.w_down);
    const Tensor flat = xt::reshape_view(x, {rows, dim});
    const Tensor gate = xt::linalg::dot(flat, xt::transpose(w_gate));
    const Tensor up = xt::linalg::dot(flat, xt::transpose(w_up));
    const Tensor hidden = gate / (1.0f + xt::exp(-gate)) * up;
    const int m = static_cast<int>(rows), n = static_cast<int>(dim), k = static_cast<int>(inner);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, hidden.data(), k, w_down.data(), k, 0.0f,
        out.data(), n);
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
