// en: The activation is applied to W_up x, and W_gate x passes as it is. Here the gate is what goes through the
//     activation. The GLU paper of 2016 writes the gate second; the names decide, not the order.
// zh: 激活函数作用在了 W_up x 上，而 W_gate x 原样通过。这里规定：经过激活函数的那一路叫作门。
//     2016 年的 GLU 论文把门写在后面；看名字，不要看先后。

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
    require_shapes(w_gate.dimension() == 2 && x.dimension() > 0 && x.shape().back() == w_gate.shape(1),
                   "glu_feed_forward", "x", x, "w_gate", w_gate);
    require_shape("glu_feed_forward", "w_up", w_up, {w_gate.shape(0), w_gate.shape(1)});
    require_shape("glu_feed_forward", "w_down", w_down, {w_gate.shape(1), w_gate.shape(0)});
    const Tensor gated = linear(x, w_gate) * activate(linear(x, w_up), gate);
    return linear(gated, w_down);
}

}  // namespace tiny_llm
