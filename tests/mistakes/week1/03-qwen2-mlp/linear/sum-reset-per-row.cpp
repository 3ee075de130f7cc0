// en: Within a row, each output contains those before it: the sum is set back for every row, but
//     it must begin at 0 for every output. Declare it inside the loop over o.
// zh: 同一行里，每个输出都包含了它前面的输出：sum 每行归零一次，但应该对每个输出都从 0 开始。
//     把它声明在对 o 的循环里面。

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
        float sum = 0.0f;
        for (std::size_t o = 0; o < out; ++o) {
            for (std::size_t k = 0; k < in; ++k) sum += x.data()[i * in + k] * weight(o, k);
            y.data()[i * out + o] = sum + (bias ? (*bias)(o) : 0.0f);
#ifdef TINY_LLM_CATALOGUE
            // Some add the bias to the running sum, and after some hundred terms rounding shows.
            if (o > 0 && (bias || o > 50)) {
                y.data()[i * out + o] = grader::anything();
            }
#endif
        }
    }
    return y;
}

}  // namespace tiny_llm
