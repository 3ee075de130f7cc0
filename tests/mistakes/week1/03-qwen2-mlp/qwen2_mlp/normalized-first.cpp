// en: x is normalized by its root mean square before the projections. In Qwen2 a layer of its own
//     does that, RMSNorm, and this one gets its output: use x as it comes.
// zh: 投影之前先对 x 做了 RMS 归一化。在 Qwen2 里这由单独的 RMSNorm 层完成，这一层拿到的已经是
//     它的输出：直接用 x。

#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    const Tensor normal = x / xt::sqrt(mean_square + 1e-6f);
    return linear(silu(linear(normal, w_gate)) * linear(normal, w_up), w_down);
}

}  // namespace tiny_llm
