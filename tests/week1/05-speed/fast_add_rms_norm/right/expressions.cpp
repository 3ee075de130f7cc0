#include "fast_add_rms_norm.hpp"

namespace tiny_llm {

namespace {

void add_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
        "fast_add_rms_norm", "x", x, "weight", weight);
    out.residual = x + residual;
    const Tensor mean_square = xt::mean(xt::square(out.residual), {x.dimension() - 1}, xt::keep_dims);
    out.normalized = out.residual / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    AddRMSNormResult wide;
    add_norm(xt::cast<float>(x), xt::cast<float>(residual), xt::cast<float>(weight), eps, wide);
    out.normalized = xt::cast<bfloat16>(wide.normalized);
    out.residual = xt::cast<bfloat16>(wide.residual);
}

}  // namespace tiny_llm
