// en: The numbers are right, but the leading axes are gone: you return rows x out. Reshape to the
//     shape of x with the last axis replaced by weight.shape(0).
// zh: 数值是对的，但前面的维度没了：你返回的是“行数 x out”。请 reshape 成 x 的形状，
//     只把最后一维换成 weight.shape(0)。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    if (x.size() == 0) return xt::zeros<float>({std::size_t(0), out});
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    return y;
}

}  // namespace tiny_llm
