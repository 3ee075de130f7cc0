// en: W x^T has the outputs as rows, and reshape does not move them: it only counts the elements
//     off anew, so rows and outputs are mixed. Transpose before you reshape, or compute x W^T.
// zh: W x^T 的每一行对应一个输出，reshape 并不会移动元素，只是重新划分，
//     于是各行与各输出混在了一起。先转置再 reshape，或者直接计算 x W^T。

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
    y.reshape(shape);
    if (bias) y += *bias;
    return y;
}

}  // namespace tiny_llm
