// en: The numbers are right, but x itself is changed: the result is written into the input, whose owner still
//     needs it for the residual connection. Return a tensor of your own, and leave out the const_cast.
// zh: 数值是对的，但输入 x 被改了：结果写回了输入，而调用者在残差连接里还要用它。请返回自己的张量，
//     也不要用 const_cast。

#include "glu.hpp"

#include <algorithm>

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
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor gated = activate(linear(x, w_gate), gate) * linear(x, w_up);
    const Tensor y = linear(gated, w_down);
    std::copy(y.begin(), y.end(), const_cast<float*>(x.data()));
    return y;
}

}  // namespace tiny_llm
