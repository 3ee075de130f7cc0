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
