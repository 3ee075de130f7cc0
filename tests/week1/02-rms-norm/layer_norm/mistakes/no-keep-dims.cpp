#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last});
    const Tensor centred = x - mean;
    const Tensor variance = xt::mean(xt::square(centred), {last});
    return centred / xt::sqrt(variance + eps) * weight + bias;
}

}  // namespace tiny_llm
