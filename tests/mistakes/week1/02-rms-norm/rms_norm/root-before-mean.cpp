// en: The root is taken of each element and the mean after it: mean(sqrt(x² + eps)), which is
//     almost mean(|x|). Take the mean first: one root for each row.
// zh: 先对每个元素开方，再求均值：mean(sqrt(x² + eps))，这差不多就是 mean(|x|)。应当先求均值，
//     每一行只开一次方。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor rms = xt::mean(xt::sqrt(xt::square(x) + eps), {last}, xt::keep_dims);
    return x / rms * weight;
}

}  // namespace tiny_llm
