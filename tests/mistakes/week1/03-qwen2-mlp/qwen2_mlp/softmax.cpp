// en: The gate goes through a softmax: its elements sum to 1 and depend on each other. silu works
//     on each element alone.
// zh: gate 做了 softmax：各元素加起来等于 1，而且互相影响。silu 则是逐元素的。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    const std::size_t last = x.dimension() - 1;
    if (x.size() == 0) return x;
    const Tensor largest = xt::amax(gate, {last}, xt::keep_dims);
    const Tensor weights = xt::exp(gate - largest);
    const Tensor sums = xt::sum(weights, {last}, xt::keep_dims);
    const Tensor hidden = weights / sums * up;
    return linear(hidden, w_down);
}

}  // namespace tiny_llm
