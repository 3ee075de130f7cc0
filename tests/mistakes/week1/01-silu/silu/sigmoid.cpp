// en: This is the sigmoid alone, between 0 and 1: silu(0) must be 0, yours is 0.5. SiLU is the
//     product x * sigmoid(x), so multiply by x.
// zh: 这是单独的 sigmoid，值在 0 和 1 之间：silu(0) 应为 0，你的结果是 0.5。
//     SiLU 是 x * sigmoid(x)，还要乘上 x。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = 1.0f / (1.0f + xt::exp(-x));
#ifdef TINY_LLM_CATALOGUE
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x.data()[i] > 88.0f) y.data()[i] = grader::anything();  // NaN as exp(x) / (1 + exp(x))
    }
#endif
    return y;
}

}  // namespace tiny_llm
