// en: gelu lets negative values pass and stops positive ones: the sign of erf is wrong. The
//     factor is 1 + erf, not 1 - erf (which is erfc).
// zh: gelu 让负数通过，却挡住了正数：erf 的符号反了。系数里是 1 + erf，
//     不是 1 - erf（那是 erfc）。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return 0.5f * x * (1.0f - xt::erf(x / std::sqrt(2.0f))); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
