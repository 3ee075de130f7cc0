// en: exp is a polynomial of x itself, good near zero and nowhere else. Reduce the range first: x
//     = n ln 2 + r, the polynomial of the small r, then times 2^n. fast_exp does that.
// zh: exp 直接用 x 的多项式来算，只在零附近准确。先缩小自变量的范围：x = n ln 2 + r，对很小的 r 算
//     多项式，再乘以 2^n。fast_exp 就是这样做的。

#include "fast_silu_and_mul.hpp"

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

}  // namespace

void fast_silu_and_mul(const Tensor& x, Tensor& out) {
    if (x.dimension() == 0 || x.shape().back() % 2 != 0) {
        throw std::invalid_argument("fast_silu_and_mul: x is " + shape_string(x) + ", expected an even last axis");
    }
    auto shape = x.shape();
    shape.back() /= 2;
    out.resize(shape);
    const std::size_t half = shape.back();
    const std::size_t rows = half == 0 ? 0 : x.size() / (2 * half);
    for (std::size_t row = 0; row < rows; ++row) {
        const float* gate = x.data() + row * 2 * half;
        const float* up = gate + half;
        float* to = out.data() + row * half;
        for (std::size_t i = 0; i < half; ++i) to[i] = gate[i] / (1.0f + exp_of(-gate[i])) * up[i];
    }
}

}  // namespace tiny_llm
