// en: Only matrices are accepted here. The contract allows any number of leading axes: treat x as
//     x.size() / in rows, and give the result the leading axes of x at the end.
// zh: 这里只接受二维的 x。约定允许前面有任意多维：把 x 当成 x.size() / in 行来算，
//     最后再恢复 x 前面的维度。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    if (x.dimension() != 2) throw std::invalid_argument("linear: x must have two axes");
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    if (x.size() == 0) return xt::zeros<float>({x.shape(0), weight.shape(0)});
    Tensor y = xt::linalg::dot(x, xt::transpose(weight));
    if (bias) y += *bias;
    return y;
}

}  // namespace tiny_llm
