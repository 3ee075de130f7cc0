// en: A wrong last axis is refused, but not with std::invalid_argument, which the contract names
//     and callers catch. Keep the stub's require_shapes as the first line.
// zh: 最后一维不对时拒绝了，但抛出的不是 std::invalid_argument。契约写明的、调用者要捕获的都是
//     它。第一行保留桩代码里的 require_shapes。

#include "rms_norm.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    if (x.dimension() == 0 || x.shape().back() != dim) throw std::runtime_error("RMSNorm: wrong shape");
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
