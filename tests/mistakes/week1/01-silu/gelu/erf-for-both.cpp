// en: gelu_tanh gives the exact form here, with erf. It must be the approximation itself, 0.0005
//     off: a model that was trained with it has to be run with it.
// zh: 这里 gelu_tanh 给出的是带 erf 的精确式。要的就是那个相差 0.0005 的近似式：
//     用近似式训练的模型，推理时也要用近似式。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f + xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) { return gelu(x); }

}  // namespace tiny_llm
