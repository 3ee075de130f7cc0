// en: The weight is turned into a column, (D, 1), and broadcast down the rows: each row is
//     multiplied by one weight, and where rows and columns differ the shapes do not fit. Leave it
//     (D,): it is broadcast along the last axis by itself.
// zh: weight 被变成了一列 (D, 1)，沿着行的方向广播：每一行只乘了一个权重，行数与列数不同时形状
//     就对不上。保持 (D,) 即可，它本来就会沿最后一维广播。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * xt::view(weight, xt::all(), xt::newaxis());
}

}  // namespace tiny_llm
