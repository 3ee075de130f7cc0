// en: Gate::gelu gives what SiLU gives. Both are x times a dimmer, but the dimmers differ: GELU's is the normal
//     distribution, SiLU's the sigmoid. Call gelu there.
// zh: Gate::gelu 给出了 SiLU 的结果。两者都是 x 乘一个 0 到 1 的系数，但系数不同：GELU 用正态分布函数，
//     SiLU 用 sigmoid。这个分支应调用 gelu。

#include "glu.hpp"

namespace tiny_llm {

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return silu(g);
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
    return linear(gated, w_down);
}

}  // namespace tiny_llm
