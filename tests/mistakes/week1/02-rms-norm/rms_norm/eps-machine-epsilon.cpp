// en: eps is float's machine epsilon here (1.19e-7), whatever the caller gave. PyTorch takes that
//     only when eps is None; here it is given: use the member eps.
// zh: 这里的 eps 是 float 的机器精度（1.19e-7），不管调用者传入了什么。PyTorch 只
//     在 eps 为 None 时才用这个值；这里 eps 是给定的，请使用成员 eps。

#include "rms_norm.hpp"

#include <limits>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + std::numeric_limits<float>::epsilon()) * weight;
}

}  // namespace tiny_llm
