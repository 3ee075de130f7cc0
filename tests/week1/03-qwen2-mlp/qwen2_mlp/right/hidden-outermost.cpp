#include "qwen2_mlp.hpp"

#include <cmath>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    // One hidden element at a time, added into all outputs: nothing of hidden_dim elements is kept.
    Tensor y = xt::zeros<float>(x.shape());
    for (std::size_t h = hidden_dim; h-- > 0;) {
        for (std::size_t start = 0; start < x.size(); start += dim) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = dim; e-- > 0;) gate += w_gate(h, e) * x.data()[start + e];
            for (std::size_t e = dim; e-- > 0;) up += w_up(h, e) * x.data()[start + e];
            const float hidden = up * gate / (1.0f + std::exp(-gate));
            for (std::size_t e = 0; e < dim; ++e) y.data()[start + e] += w_down(e, h) * hidden;
        }
    }
    return y;
}

}  // namespace tiny_llm
