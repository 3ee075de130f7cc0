// en: Your output equals x / sqrt(mean(x²)), the bare formula: eps under the root and the weight
//     are still missing. Add eps to the mean square, and multiply the result by weight.
// zh: 你的输出等于 x / sqrt(mean(x²))，只是最简的公式：根号里还缺 eps，外面还缺 weight。给均方
//     加上 eps，最后再乘 weight。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square);
}

}  // namespace tiny_llm
