#include "qwen2_mlp.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = x;
    std::vector<double> hidden(hidden_dim);
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            double gate = 0;
            double up = 0;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += double(w_gate(h, e)) * x.data()[row * dim + e];
                up += double(w_up(h, e)) * x.data()[row * dim + e];
            }
            hidden[h] = gate / (1 + std::exp(-gate)) * up;
        }
        for (std::size_t e = 0; e < dim; ++e) {
            double sum = 0;
            for (std::size_t h = 0; h < hidden_dim; ++h) sum += w_down(e, h) * hidden[h];
            y.data()[row * dim + e] = static_cast<float>(sum);
        }
    }
    return y;
}

}  // namespace tiny_llm
