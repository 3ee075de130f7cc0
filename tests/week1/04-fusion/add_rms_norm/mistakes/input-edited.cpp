#include "add_rms_norm.hpp"

namespace tiny_llm {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    Tensor& stream = const_cast<Tensor&>(residual);
    stream += x;
    return {stream / xt::sqrt(mean_square(stream) + eps) * weight, stream};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    BasicTensor<bfloat16>& stream = const_cast<BasicTensor<bfloat16>&>(residual);
    stream = xt::cast<bfloat16>(sum);
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * xt::cast<float>(weight);
    return {xt::cast<bfloat16>(normalized), stream};
}

}  // namespace tiny_llm
