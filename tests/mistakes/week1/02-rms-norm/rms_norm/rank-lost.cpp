// en: The numbers are right, but the leading axes are gone: the output is rows x D. Give it the
//     shape of x again before you return it.
// zh: 数值是对的，但前面的维没有了：输出成了 行数 × D。返回之前，把形状恢复成 x 的形状。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor rows = x;
    rows.reshape({x.size() / dim, dim});
    const Tensor mean_square = xt::mean(xt::square(rows), {1}, xt::keep_dims);
    return rows / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
