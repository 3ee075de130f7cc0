// en: exp is a polynomial of x itself, good near zero and nowhere else. Reduce the range first: x
//     = n ln 2 + r, the polynomial of the small r, then times 2^n. fast_exp does that.
// zh: exp 直接用 x 的多项式来算，只在零附近准确。先缩小自变量的范围：x = n ln 2 + r，对很小的 r 算
//     多项式，再乘以 2^n。fast_exp 就是这样做的。

#include "fast_qwen2_mlp.hpp"

#include <vector>

namespace tiny_llm {

namespace {

float exp_of(float x) {
    float term = 1.0f;
    float sum = 1.0f;
    for (int k = 1; k <= 6; ++k) {
        term *= x / static_cast<float>(k);
        sum += term;
    }
    return sum;
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
