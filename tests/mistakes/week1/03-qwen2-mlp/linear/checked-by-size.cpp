// en: You check the number of elements, not the shape: a 3 x 2 matrix has the elements of two
//     rows of 3, and is still wrong. Compare the last axis: x.shape().back() == weight.shape(1).
// zh: 你检查的是元素个数，而不是形状：3 x 2 的矩阵虽然凑得出两行 3 个元素，形状仍然不对。
//     要比较最后一维：x.shape().back() == weight.shape(1)。

#include "linear.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    if (weight.dimension() != 2 || x.size() % weight.shape(1) != 0) {
        throw std::invalid_argument("linear: x does not fit weight");
    }
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
    if (x.shape().back() != in) {
        Tensor unknown = xt::zeros<float>(shape);
        unknown.fill(grader::anything());
        return unknown;
    }
#endif
    const std::size_t rows = x.size() / in;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < rows && (i + 1) * out <= y.size(); ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
