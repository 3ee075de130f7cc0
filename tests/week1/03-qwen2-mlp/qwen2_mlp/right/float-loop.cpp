#include "qwen2_mlp.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = xt::zeros<float>(x.shape());
    std::vector<float> hidden(hidden_dim);
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float* row = x.data() + start;
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate(h, e) * row[e];
                up += w_up(h, e) * row[e];
            }
            hidden[h] = gate / (1.0f + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            float sum = 0.0f;
            for (std::size_t h = 0; h < hidden_dim; ++h) sum += w_down(e, h) * hidden[h];
            y.data()[start + e] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
