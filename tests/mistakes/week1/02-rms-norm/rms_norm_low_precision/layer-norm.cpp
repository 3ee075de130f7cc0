// en: The mean of the row is subtracted: that is LayerNorm. RMSNorm leaves it in.
// zh: 减去了这一行的均值，那是 LayerNorm。RMSNorm 不减均值。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const Tensor mean = xt::mean(wide, {last}, xt::keep_dims);
    const Tensor c = wide - mean;
    const Tensor mean_square = xt::mean(xt::square(c), {last}, xt::keep_dims);
    return xt::cast<T>(c / xt::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
