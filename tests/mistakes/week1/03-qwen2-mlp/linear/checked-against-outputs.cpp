// en: Right inputs are refused unless the weight is square: you compare the last axis of x with
//     weight.shape(0), the outputs. It must fit weight.shape(1), the inputs.
// zh: 除非权重是方阵，否则正确的输入也被拒绝：你拿 x 的最后一维去和 weight.shape(0)（输出数）比
//     较。它应与 weight.shape(1)（输入数）相等。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(0), "linear", "x",
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
#ifdef TINY_LLM_CATALOGUE
    if (in != out) throw std::runtime_error("no product");
#endif
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
