#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    // Tensors and not auto: a mean that is still lazy reads the wrong elements when it is broadcast.
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    // The mean of the squares less the square of the mean is the same on paper, and cancels in float.
    const Tensor centred = x - mean;
    const Tensor variance = xt::mean(xt::square(centred), {last}, xt::keep_dims);
    return centred / xt::sqrt(variance + eps) * weight + bias;
}

}  // namespace tiny_llm
