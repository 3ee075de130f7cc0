// en: eps is used as a lower bound of the root: max(sqrt(mean(x²)), eps), as
//     torch.nn.functional.normalize does. RMSNorm adds it to the mean square of every row, before
//     the root.
// zh: eps 被当成了开方之后的下限：max(sqrt(mean(x²)), eps)，这
//     是 torch.nn.functional.normalize 的做法。RMSNorm 则是在开方之前，把它加到每一行的均方上。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::maximum(xt::sqrt(mean_square), eps) * weight;
}

}  // namespace tiny_llm
