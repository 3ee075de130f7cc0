#include "layer_norm.hpp"

namespace tiny_llm {

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    // Columns instead of rows: what has one value for each column broadcasts without keep_dims.
    const std::size_t width = x.shape().back();
    Tensor rows = x;
    rows.reshape({width ? x.size() / width : 0, width});
    const Tensor columns = xt::transpose(rows);
    const Tensor mean = xt::mean(columns, {0});
    const Tensor c = columns - mean;
    const Tensor deviation = xt::sqrt(xt::mean(c * c, {0}) + eps);
    const Tensor normalized = c / deviation;
    Tensor y = weight * xt::transpose(normalized) + bias;
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
