#include "layer_norm.hpp"

#include <numeric>

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    if (x.dimension() > 1) {
        Tensor y = xt::empty_like(x);
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            xt::view(y, i) = layer_norm(Tensor(xt::view(x, i)), weight, bias, eps);
        }
        return y;
    }
    const float n = static_cast<float>(x.size());
    const float mean = std::accumulate(x.begin(), x.end(), 0.0f) / n;
    const Tensor c = x - mean;
    const float deviation = std::sqrt(std::inner_product(c.begin(), c.end(), c.begin(), 0.0f) / n + eps);
    return c / deviation * weight + bias;
}

}  // namespace tiny_llm
