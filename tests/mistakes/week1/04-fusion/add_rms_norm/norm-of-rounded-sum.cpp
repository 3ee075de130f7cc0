// en: In bfloat16 the sum is rounded first and the norm taken of the rounded sum: up to one unit
//     in the last place is off, in many elements. Keep the float32 sum for the norm, round only
//     what you return.
// zh: bfloat16 版本先把和舍入，再对舍入后的和做归一化：许多元素会差一个末位单位。
//     归一化要用 float32 的和，只舍入返回的结果。

#include "add_rms_norm.hpp"

namespace tiny_llm {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
                   "x", x, "weight", weight);
}

Tensor rounded(const Tensor& x) {
    const BasicTensor<bfloat16> low = xt::cast<bfloat16>(x);
    return xt::cast<float>(low);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * weight;
    return {normalized, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                                             const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor a = xt::cast<float>(x);
    const Tensor r = xt::cast<float>(residual);
    const Tensor w = xt::cast<float>(weight);
    const Tensor sum = a + r;
    const Tensor normalized = rounded(sum) / xt::sqrt(mean_square(rounded(sum)) + eps) * w;
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
