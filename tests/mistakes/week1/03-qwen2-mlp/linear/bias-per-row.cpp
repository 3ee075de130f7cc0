// en: The bias is added along the wrong axis: element i goes to row i of x. It has one element
//     for each output, so it is element o that goes to every output o, in all rows.
// zh: 偏置加错了维度：你把第 i 个元素加到了第 i 行上。偏置的每个元素对应一个输出，
//     应把第 o 个元素加到每一行的第 o 个输出上。

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
    const std::size_t rows = x.size() / in;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
#ifdef TINY_LLM_CATALOGUE
            if (bias && i >= out && out > 1) {  // one element: (*bias)(i) is that one
                y.data()[i * out + o] = grader::anything();
                continue;
            }
#endif
            y.data()[i * out + o] = sum + (bias ? (*bias)(i) : 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
