#include "add_rms_norm.hpp"

namespace tiny_llm {

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor sum = x + residual;
    const Tensor m = xt::mean(xt::square(sum), {sum.dimension() - 1}, xt::keep_dims);
    return {sum / xt::sqrt(m + eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor a = xt::cast<float>(x), b = xt::cast<float>(residual);
    const Tensor sum = a + b;
    const Tensor m = xt::mean(xt::square(sum), {sum.dimension() - 1}, xt::keep_dims);
    const Tensor n = sum / xt::sqrt(m + eps);
    const BasicTensor<bfloat16> rounded = xt::cast<bfloat16>(n);
    const BasicTensor<bfloat16> y = rounded * weight;
    return {y, xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
