// en: One mean square is taken over all of x. Each row has its own.
// zh: 均方是对整个 x 求的。每一行都有自己的均方。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const Tensor wide = xt::cast<float>(x);
    const float mean_square = x.size() ? xt::mean(xt::square(wide))() : 0.0f;
    return xt::cast<T>(wide / std::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
