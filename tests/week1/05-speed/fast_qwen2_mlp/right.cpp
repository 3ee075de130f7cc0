#include "fast_qwen2_mlp.hpp"

#include <vector>

#include "fast_linear.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

// ---- blas-of-widened-weights

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

// ---- double-sums

namespace {

template <class Weight>
float dot(const float* a, const Weight* w, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * float(w[i]);
    return static_cast<float>(sum);
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
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
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

// ---- float-loops

namespace {

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
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
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

// ---- rows-in-parallel

namespace {

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
#pragma omp parallel for
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<float> hidden(inner);
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, mlp.w_gate.data() + h * dim, dim);
            const float up = dot(from, mlp.w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
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

// ---- three-fast-linears

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
