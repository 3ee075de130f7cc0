// en: Unless the weight is square, your function throws: it gives the result the shape of x. The
//     last axis has weight.shape(0) elements now; replace that one before you reshape.
// zh: 除非权重是方阵，否则你的函数会抛出异常：你把结果 reshape 成了 x 的形状。
//     现在最后一维是 weight.shape(0) 个元素，reshape 之前先把它换掉。

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
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
