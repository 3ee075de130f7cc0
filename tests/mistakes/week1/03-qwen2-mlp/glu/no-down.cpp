// en: W_down is missing: the result is gate(W_gate x) * W_up x, as wide as the hidden layer. One more linear leads
//     back to the width of x.
// zh: 少了 W_down：结果是 gate(W_gate x) * W_up x，宽度还是中间层的宽度。再做一次 linear 才能回到 x 的宽度。

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
    return activate(linear(x, w_gate), gate) * linear(x, w_up);
}

}  // namespace tiny_llm
