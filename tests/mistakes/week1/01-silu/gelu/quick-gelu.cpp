// en: gelu gives QuickGELU here, x * sigmoid(1.702 x), which CLIP uses: it is off by up to 0.02.
//     The exact form takes erf, xt::erf for a tensor.
// zh: 这里 gelu 给出的是 QuickGELU，即 x * sigmoid(1.702 x)，CLIP 用的是它，误差可达 0.02。
//     精确式要用 erf，对张量就是 xt::erf。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return x / (1.0f + xt::exp(-1.702f * x)); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
