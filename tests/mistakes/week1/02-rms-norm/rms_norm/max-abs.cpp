// en: The rows are divided by their largest |x|, plus eps: the largest element comes out as 1.
//     RMSNorm divides by the root of the mean square of all elements.
// zh: 每一行除以的是最大的 |x|（加 eps），所以最大的元素变成了 1。RMSNorm 除以的是全部元素均方
//     的平方根。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(xt::abs(x), {last}, xt::keep_dims);
    return x / (largest + eps) * weight;
}

}  // namespace tiny_llm
