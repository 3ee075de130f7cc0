// en: The numbers are right, but x itself is changed: your code writes the result into the input,
//     whose owner still needs it. Write into a tensor of your own, and leave out the const_cast.
// zh: 数值是对的，但输入 x 被改了：你把结果写回了输入，而调用者之后还要用它。请写到自己的张量里，
//     也不要用 const_cast。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    float* p = const_cast<float*>(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = p[i] / (1.0f + std::exp(-p[i]));
    return x;
}

}  // namespace tiny_llm
