#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t width = x.shape().back();
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        Tensor row = xt::view(y, r, xt::all());
        row -= xt::mean(row)();
        row /= std::sqrt(xt::mean(row * row)() + eps);
        xt::view(y, r, xt::all()) = row * weight + bias;
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
