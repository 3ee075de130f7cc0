// en: x goes through float16 even when T is bfloat16: from 65520 on it is infinite, and near 1e-9
//     it is zero. Convert straight to float.
// zh: T 为 bfloat16 时，x 也经过了 float16：从 65520 起变成无穷大，1e-9 附近变成零。请直接转
//     成 float。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const BasicTensor<float16> half = xt::cast<float16>(x);
    const Tensor wide = xt::cast<float>(half);
    const Tensor mean_square = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    return xt::cast<T>(wide / xt::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
