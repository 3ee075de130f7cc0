// en: You do refuse shapes that do not fit, but with another exception than the contract's: throw
//     std::invalid_argument. require_shapes does that, and names both shapes.
// zh: 形状不匹配时你确实拒绝了，但异常类型与约定不同：应抛出 std::invalid_argument。
//     require_shapes 会这样做，还会写出两个形状。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    if (weight.dimension() != 2 || x.dimension() == 0 || x.shape().back() != weight.shape(1)) {
        throw std::runtime_error("linear: x does not fit weight");
    }
    if (bias && (bias->dimension() != 1 || bias->shape(0) != weight.shape(0))) {
        throw std::runtime_error("linear: bias does not fit weight");
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
