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
    const Tensor sum = residual + x;
    const Tensor scale = 1.0f / xt::sqrt(mean_square(sum) + eps);
    return {sum * scale * weight, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    // As nano-vllm: to bfloat16 first, times the weight in bfloat16 afterwards.
    check(x, residual, weight);
    const Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    const Tensor scale = 1.0f / xt::sqrt(mean_square(sum) + eps);
    BasicTensor<bfloat16> normalized = xt::cast<bfloat16>(sum * scale);
    for (std::size_t i = 0; i < normalized.size(); ++i) {
        normalized.data()[i] = bfloat16(normalized.data()[i] * weight.data()[i % weight.size()]);
    }
    return {normalized, xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
