#include "add_rms_norm.hpp"

namespace tiny_llm {

namespace {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor normalize(const Tensor& sum, float eps) {
    const std::size_t last = sum.dimension() - 1;
    const auto mean_square = xt::mean(xt::square(sum), {last}, xt::keep_dims);
    return sum / xt::sqrt(mean_square + eps);
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    return {normalize(sum, eps) * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor normalized = normalize(sum, eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
