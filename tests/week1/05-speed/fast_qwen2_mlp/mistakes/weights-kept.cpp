#include "fast_qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

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
    static const void* of = nullptr;
    static std::size_t kept_dim = 0, kept_inner = 0;
    static std::vector<float> w_gate, w_up, w_down;
    if (of != &mlp || kept_dim != dim || kept_inner != inner) {
        of = &mlp, kept_dim = dim, kept_inner = inner;
        w_gate.assign(mlp.w_gate.begin(), mlp.w_gate.end());
        w_up.assign(mlp.w_up.begin(), mlp.w_up.end());
        w_down.assign(mlp.w_down.begin(), mlp.w_down.end());
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const float* from = x.data() + row * dim;
        for (std::size_t h = 0; h < inner; ++h) {
            const float gate = dot(from, w_gate.data() + h * dim, dim);
            const float up = dot(from, w_up.data() + h * dim, dim);
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t o = 0; o < dim; ++o)
            out.data()[row * dim + o] = dot(hidden.data(), w_down.data() + o * inner, inner);
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
