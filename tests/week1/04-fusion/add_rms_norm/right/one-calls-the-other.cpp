#include "add_rms_norm.hpp"

namespace tiny_llm {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    AddRMSNormResult out;
    out.residual = x + residual;
    const std::size_t last = x.dimension() - 1;
    const Tensor total = xt::sum(out.residual * out.residual, {last}, xt::keep_dims);
    const float width = static_cast<float>(weight.size());
    out.normalized = weight * out.residual / xt::eval(xt::sqrt(total / width + eps));
    return out;
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Tensor wide_x = xt::cast<float>(x);
    const Tensor wide_residual = xt::cast<float>(residual);
    const Tensor wide_weight = xt::cast<float>(weight);
    const AddRMSNormResult wide = add_rms_norm(wide_x, wide_residual, wide_weight, eps);
    return {xt::cast<bfloat16>(wide.normalized), xt::cast<bfloat16>(wide.residual)};
}

}  // namespace tiny_llm
