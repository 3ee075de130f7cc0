#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t width = x.shape().back();
    Tensor y = xt::cast<float>(x);
    y.reshape({width ? x.size() / width : 0, width});
    const Tensor w = xt::cast<float>(weight);
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        const Tensor row = xt::view(y, r, xt::all());
        xt::view(y, r, xt::all()) = row * w / std::sqrt(xt::mean(row * row)() + eps);
    }
    y.reshape(x.shape());
    return xt::cast<T>(y);
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
