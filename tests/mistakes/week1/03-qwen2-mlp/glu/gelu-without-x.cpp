// en: Gate::gelu gives the factor Phi(x) alone, between 0 and 1. GELU is x * Phi(x): of the four gates only GLU's is
//     a bare factor.
// zh: Gate::gelu 只给出了系数 Phi(x)，在 0 与 1 之间。GELU 是 x * Phi(x)：四种门里只有 GLU 的门是单独的系数。

#include "glu.hpp"

#include <cmath>

namespace tiny_llm {

Tensor normal(Tensor g) {
    for (float& v : g) v = 0.5f * (1.0f + std::erf(v / std::sqrt(2.0f)));
    return g;
}

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return normal(g);
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
