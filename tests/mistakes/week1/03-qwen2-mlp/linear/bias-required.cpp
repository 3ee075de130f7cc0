// en: Without a bias your function throws: bias is a std::optional, and without a value there is
//     nothing to read from it. Add it only if (bias).
// zh: 没有偏置时你的函数抛出了异常：bias 是 std::optional，没有值就读不出东西。先判断 if (bias)，
//     再加上去。

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
    y += bias.value();
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
