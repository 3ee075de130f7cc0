#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    if (x.size() == 0) return x;  // xtensor 0.24's variance crashes on it
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor var = xt::variance(x, std::vector<std::size_t>{last}, xt::keep_dims);
    const Tensor scale = weight * (1.0f / xt::sqrt(var + eps));
    return (x - mean) * scale + bias;
}

}  // namespace tiny_llm
