// en: The mean is taken over axis 0, down the columns: rows of a batch then depend on each other.
//     Take it over the last axis, x.dimension() - 1.
// zh: 均值是沿第 0 维（纵向逐列）求的，同一批里的各行因此互相影响。应当沿最后一维，
//     即 x.dimension() - 1。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const Tensor mean_square = xt::mean(xt::square(x), {0}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
