#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    // A Tensor and not auto: a mean that is still lazy reads the wrong elements when it is broadcast.
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    Tensor& y = const_cast<Tensor&>(x);
    y /= xt::sqrt(mean_square + eps);
    y *= weight;
    return y;
}

}  // namespace tiny_llm
