// en: You scale by 1 + weight. That is right for Gemma, whose weights are stored as the distance
//     from 1; Qwen2, Llama and PyTorch multiply by the weight itself.
// zh: 你乘的是 1 + weight。这对 Gemma 是对的，它存的权重是与 1 的差；Qwen2、Llama 和 PyTorch 直
//     接乘 weight。

#include "rms_norm.hpp"

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return x / xt::sqrt(mean_square + eps) * (1.0f + weight);
}

}  // namespace tiny_llm
