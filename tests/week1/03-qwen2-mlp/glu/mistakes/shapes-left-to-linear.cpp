// en: The shapes are checked by linear alone. It sees whether each matrix fits what goes in, but not whether gate
//     and up are equally wide, where one element broadcasts, nor whether w_down leads back: keep the checks.
// zh: 形状只靠 linear 来检查。它能看出每个矩阵与输入是否相符，却看不出 gate 与 up 是否一样宽（只有一个元素时会广播），
//     也看不出 w_down 是否回到原来的宽度：请保留桩代码里的检查。

#include "glu.hpp"

namespace tiny_llm {

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    const Tensor gated = activate(linear(x, w_gate), gate) * linear(x, w_up);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
