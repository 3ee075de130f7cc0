// en: The shapes are checked by linear alone. It sees whether each matrix fits what goes in, but not whether w2
//     gives back as many elements as x has: keep the checks of the stub.
// zh: 形状只靠 linear 来检查。它能看出每个矩阵与输入是否相符，却看不出 w2 的输出是否与 x 一样宽：
//     请保留桩代码里的检查。

#include "feed_forward.hpp"

namespace tiny_llm {

Tensor feed_forward(const Tensor& x, const Tensor& w1, const Tensor& b1, const Tensor& w2, const Tensor& b2) {
    const Tensor hidden = xt::maximum(linear(x, w1, b1), 0.0f);
    return linear(hidden, w2, b2);
}

}  // namespace tiny_llm
