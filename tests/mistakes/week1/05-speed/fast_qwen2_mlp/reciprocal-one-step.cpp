// en: The reciprocal stops after one step of Newton's method: it is up to 1.4 % off. Each step
//     squares the error: from a guess by the bits it takes three, from rcpps one. Or divide:
//     beside the polynomial of exp a division costs next to nothing.
// zh: 倒数只做了一步牛顿迭代，误差可达 1.4%。每一步都会把误差平方：从位技巧的初值出发要三步，从
//     rcpps 出发要一步。或者直接用除法：它与 exp 的多项式同时进行，几乎没有额外代价。

#include "fast_qwen2_mlp.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace tiny_llm {

namespace {

float reciprocal_of(float d) {
    const float r = std::bit_cast<float>(0x7EF311C7u - std::bit_cast<std::uint32_t>(d));
    return r * (2.0f - d * r);
}

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
            hidden[h] = gate * reciprocal_of(1.0f + std::exp(-gate)) * up;
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
