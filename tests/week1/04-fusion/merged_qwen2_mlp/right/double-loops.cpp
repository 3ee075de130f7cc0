#include "merged_qwen2_mlp.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

Tensor MergedQwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "MergedQwen2MLP", "x", x, "w_gate_up", w_gate_up);
    Tensor y = xt::zeros_like(x);
    std::vector<double> gated(hidden_dim);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const float* in = x.data() + row * dim;
        for (std::size_t i = 0; i < hidden_dim; ++i) {
            double gate = 0;
            double up = 0;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += 1.0 * w_gate_up.data()[i * dim + e] * in[e];
                up += 1.0 * w_gate_up.data()[(hidden_dim + i) * dim + e] * in[e];
            }
            gated[i] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            double total = 0;
            for (std::size_t i = 0; i < hidden_dim; ++i) total += w_down.data()[e * hidden_dim + i] * gated[i];
            y.data()[row * dim + e] = static_cast<float>(total);
        }
    }
    return y;
}

}  // namespace tiny_llm
