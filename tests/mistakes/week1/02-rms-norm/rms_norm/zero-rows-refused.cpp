// en: An empty x is refused, but no rows in is no rows out: return an empty tensor of the shape
//     of x. Nothing special is needed for that, leave the check out.
// zh: 这里拒绝了空的 x，但输入零行，输出就是零行：返回与 x 形状相同的空张量即可。不需要特殊处
//     理，去掉这个检查。

#include "rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.size() == 0) throw std::invalid_argument("RMSNorm: x is empty");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
