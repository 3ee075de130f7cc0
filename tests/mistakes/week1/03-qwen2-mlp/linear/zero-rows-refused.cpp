// en: An x without rows is refused, but no rows in is no rows out: return zeros of the output's
//     shape, which has no elements.
// zh: 这里拒绝了没有行的 x，但输入零行，输出就是零行：返回输出形状的零张量，它一个元素也没有。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    if (x.size() == 0) throw std::invalid_argument("linear: x is empty");
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
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
