#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const Tensor m = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    const BasicTensor<T> n = xt::cast<T>(wide / xt::sqrt(m + eps));
    return n * weight;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
