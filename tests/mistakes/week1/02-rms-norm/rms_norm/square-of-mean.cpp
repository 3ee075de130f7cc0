// en: Under the root is the square of the mean, mean(x)² + eps: positive and negative elements
//     cancel. Square each element first, then take the mean.
// zh: 根号里是均值的平方 mean(x)² + eps，正负元素互相抵消了。先把每个元素平方，再求均值。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    return x / xt::sqrt(xt::square(mean) + eps) * weight;
}

}  // namespace tiny_llm
