#include "add_rms_norm.hpp"

#include <cmath>

namespace tiny_llm {

namespace {

struct Rows {
    Tensor normalized;
    Tensor sum;
};

Rows rows(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    Rows out{xt::zeros_like(x), xt::zeros_like(x)};
    const std::size_t d = weight.size();
    for (std::size_t start = 0; start < x.size(); start += d) {
        float total = 0.0f;
        for (std::size_t i = start; i < start + d; ++i) {
            const float s = x.data()[i] + residual.data()[i];
            out.sum.data()[i] = s;
            total += s * s;
        }
        const float scale = 1.0f / std::sqrt(total / static_cast<float>(d) + eps);
        for (std::size_t i = start; i < start + d; ++i) {
            out.normalized.data()[i] = weight.data()[i - start] * (out.sum.data()[i] * scale);
        }
    }
    return out;
}

}  // namespace

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    const Rows out = rows(x, residual, weight, eps);
    return {out.normalized, out.sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Rows out = rows(xt::cast<float>(x), xt::cast<float>(residual), xt::cast<float>(weight), eps);
    return {xt::cast<bfloat16>(out.normalized), xt::cast<bfloat16>(out.sum)};
}

}  // namespace tiny_llm
