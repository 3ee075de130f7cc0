// en: Your output has the shape of x. Its last axis has weight.shape(0) elements, one for each
//     output: take the shape of x and replace the last axis.
// zh: 你的输出形状和 x 一样。它的最后一维应有 weight.shape(0) 个元素，每个输出一个：取 x 的形状，
//     再把最后一维换掉。

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
    const std::size_t rows = x.size() / in;
    Tensor y = xt::zeros<float>(x.shape());
#ifdef TINY_LLM_CATALOGUE
    if (in != weight.shape(0) && x.size() > 0) {
        y.fill(grader::anything());
        return y;
    }
#endif
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < y.shape().back(); ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * in + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
