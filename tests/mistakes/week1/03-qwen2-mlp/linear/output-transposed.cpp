// en: Your output is transposed: W x^T is out x rows. Compute x W^T instead, or transpose the
//     result.
// zh: 你的输出转置了：W x^T 的形状是 out x 行数。应计算 x W^T，或者把结果再转置回来。

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
    Tensor y = xt::linalg::dot(weight, xt::transpose(flat));
    if (bias) y += xt::reshape_view(*bias, {out, std::size_t(1)});
    if (x.dimension() == 1) y.reshape({out});
    return y;
}

}  // namespace tiny_llm
