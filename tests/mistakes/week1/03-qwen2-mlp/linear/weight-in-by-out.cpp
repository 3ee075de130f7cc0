// en: You take the weight as in x out, and your check does too. That is how Keras and Flax store
//     it; PyTorch's, and the contract's, is out x in: y = x W^T, and x must fit weight.shape(1).
// zh: 你把权重当成了 in x out，形状检查也是照这个写的。Keras 和 Flax 是这样存的；
//     而 PyTorch 和这里的约定是 out x in：y = x W^T，x 的最后一维要与 weight.shape(1) 相等。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(0), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(1), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t in = weight.shape(0);
    const std::size_t out = weight.shape(1);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, weight);
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
