// en: exp is a polynomial of x itself, good near zero and nowhere else. Reduce the range first: x
//     = n ln 2 + r, the polynomial of the small r, then times 2^n. fast_exp does that.
// zh: exp 直接用 x 的多项式来算，只在零附近准确。先做区间归约：x = n ln 2 + r，对很小的 r 算
//     多项式，再乘以 2^n。fast_exp 就是这样做的。

#include "fast_silu.hpp"

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

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
