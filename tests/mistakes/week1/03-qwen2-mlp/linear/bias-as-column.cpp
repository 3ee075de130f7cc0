// en: The bias is reshaped to a column, so its elements go to the rows, and where rows and
//     outputs differ in number it throws. Leave it as it is, (out,): then it broadcasts along the
//     last axis.
// zh: 你把偏置 reshape 成了一列，于是它的元素加到了各行上，行数与输出数不同时还会抛出异常。
//     保持 (out,) 不变，它就会沿最后一维广播。

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
    if (bias) {
        // Not y = y + …: there xtensor 0.27 ends the program instead of throwing.
        const Tensor sum = y + xt::reshape_view(*bias, {out, std::size_t(1)});
        y = sum;
    }
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
