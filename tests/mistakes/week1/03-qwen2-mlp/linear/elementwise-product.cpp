// en: In xtensor, * multiplies element by element, as it does in NumPy: it throws where the
//     shapes do not fit, and gives other numbers where they do. The matrix product is
//     xt::linalg::dot.
// zh: xtensor 里的 * 和 NumPy 一样，是逐元素相乘：形状不匹配时会抛出异常，匹配时数值也不对。
//     矩阵乘法是 xt::linalg::dot。

#include "linear.hpp"

#include <stdexcept>

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
#ifdef TINY_LLM_CATALOGUE
    if (x.size() / in != in && x.size() != in && in != 1) throw std::runtime_error("no broadcast");
#endif
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = flat * xt::transpose(weight);
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
