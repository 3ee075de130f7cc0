// en: eps is added after the root: sqrt(mean(x²)) + eps. It belongs under the root, to the mean
//     square; outside, its share is far smaller, since sqrt(eps) is much larger than eps. (The
//     RMSNorm authors' own code has it outside; PyTorch and Qwen2 have it inside.)
// zh: eps 加在了根号外面：sqrt(mean(x²)) + eps。它应当加在均方上、放在根号里面；放在外面作用就
//     小得多，因为 sqrt(eps) 远大于 eps。（RMSNorm 作者自己的代码放在外面，PyTorch 和 Qwen2 放
//     在里面。）

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / (xt::sqrt(mean_square) + eps) * weight;
}

}  // namespace tiny_llm
