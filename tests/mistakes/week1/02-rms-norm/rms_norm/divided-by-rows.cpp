// en: The sum of squares is divided by x.shape(0), the length of the first axis. The mean is over
//     the last axis: divide by D, which is dim.
// zh: 平方和除以了 x.shape(0)，那是第一维的长度。均值是沿最后一维求的，应当除以 D，也就是 dim。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor sum = xt::sum(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(sum / static_cast<float>(x.shape(0)) + eps) * weight;
}

}  // namespace tiny_llm
