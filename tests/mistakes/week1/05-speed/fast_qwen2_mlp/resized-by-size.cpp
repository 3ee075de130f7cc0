// en: out is resized only where the number of elements differs: one of as many elements in another
//     shape keeps its shape. Compare shapes, or call out.resize(x.shape()) always, which costs
//     nothing where the shape is right.
// zh: 只有元素个数不同时才 resize：元素个数相同、形状不同的 out 会保留原来的形状。应比较形状，或者
//     每次都调用 out.resize(x.shape())，形状已经对时它没有代价。

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
    if (out.size() != x.size()) out.resize(x.shape());
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

}  // namespace tiny_llm
