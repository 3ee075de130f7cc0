// en: The mean is always taken over axis 1. That is the last axis of a matrix alone; here x may
//     have any number of axes. Use x.dimension() - 1.
// zh: 均值总是沿第 1 维求的。只有二维时它才是最后一维，而 x 可以是任意维数。请
//     用 x.dimension() - 1。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const Tensor mean_square = xt::mean(xt::square(x), {1}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
