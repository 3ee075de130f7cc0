// en: The rows are divided by their L2 norm, sqrt(sum(x²) + eps): they come out too small by a
//     factor of about sqrt(D). Divide the sum by D: it is the root of the mean square.
// zh: 每一行除以的是它的 L2 范数 sqrt(sum(x²) + eps)，结果小了约 sqrt(D) 倍。平方和还要除以 D：
//     RMS 是均方的平方根。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor sum = xt::sum(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(sum + eps) * weight;
}

}  // namespace tiny_llm
