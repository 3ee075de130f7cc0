#include "add_rms_norm.hpp"

namespace tiny_llm {

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
    const Tensor sum = x + residual;
    Tensor normalized = sum;
    for (std::size_t r = 0; r < sum.size() / weight.size(); ++r) {
        float* row = normalized.data() + r * weight.size();
        float squares = 0.0f;
        for (std::size_t i = 0; i < weight.size(); ++i) squares += row[i] * row[i];
        const float root = std::sqrt(squares / static_cast<float>(weight.size())) + eps;
        for (std::size_t i = 0; i < weight.size(); ++i) row[i] = row[i] / root * weight(i);
    }
    return {normalized, residual};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    const Tensor a = xt::cast<float>(x), r = xt::cast<float>(residual), w = xt::cast<float>(weight);
    const AddRMSNormResult result = add_rms_norm(a, r, w, eps);
    return {xt::cast<bfloat16>(result.normalized), xt::cast<bfloat16>(result.residual)};
}

}  // namespace tiny_llm
