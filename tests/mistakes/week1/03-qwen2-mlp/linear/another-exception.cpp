// en: Shapes that do not fit do throw, but not std::invalid_argument: the error comes from
//     xtensor and does not say which shapes they were. Keep the check of the stub, before the
//     product.
// zh: 形状不匹配时确实抛出了异常，但不是 std::invalid_argument：那是 xtensor 的错误，
//     看不出是哪两个形状。请保留模板里的检查，放在乘法之前。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
#ifdef TINY_LLM_CATALOGUE
    if (weight.dimension() == 1) throw std::runtime_error("weight has no second axis");
#endif
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    Tensor y = xt::linalg::dot(x, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
