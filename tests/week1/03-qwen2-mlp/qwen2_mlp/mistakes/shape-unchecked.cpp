#include "qwen2_mlp.hpp"

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate(h, e) * x.data()[r * dim + e];
                up += w_up(h, e) * x.data()[r * dim + e];
            }
            const float hidden = gate / (1.0f + std::exp(-gate)) * up;
            for (std::size_t e = 0; e < dim; ++e) y.data()[r * dim + e] += w_down(e, h) * hidden;
        }
    }
    return y;
}

}  // namespace tiny_llm
