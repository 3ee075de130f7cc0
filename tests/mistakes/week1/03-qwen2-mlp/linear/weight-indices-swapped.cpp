// en: The two indices of the weight are the wrong way round: it is out x in, so output o takes
//     row o, weight(o, k). With weight(k, o) you read other rows, and beyond the end where in is
//     larger than out.
// zh: 权重的两个下标写反了：它的形状是 out x in，第 o 个输出用的是第 o 行，即 weight(o, k)。
//     写成 weight(k, o) 会读到别的行，in 大于 out 时还会越界。

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
            for (std::size_t k = 0; k < in; ++k) {
#ifdef TINY_LLM_CATALOGUE
                if (k * in + o >= weight.size()) {
                    sum = grader::anything();
                    break;
                }
#endif
                sum += x.data()[i * in + k] * weight(k, o);
            }
#ifdef TINY_LLM_CATALOGUE
            y.data()[i * out + o] = sum;
            if (std::isnan(sum)) continue;
#endif
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
        }
    }
    return y;
}

}  // namespace tiny_llm
