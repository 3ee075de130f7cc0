// en: The numbers are right, but x itself is changed: your code writes the result into the
//     input, whose owner still needs it. Write into a tensor of your own.
// zh: 数值是对的，但输入 x 被改了：你把结果写回了输入，而调用者之后还要用它。请写到自己的张量里。

#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::erf(mine / std::sqrt(2.0f)));
    return mine;
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::tanh(c * (mine + 0.044715f * mine * mine * mine)));
    return mine;
}

}  // namespace tiny_llm
