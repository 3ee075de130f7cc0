#include "qwen2_mlp.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tiny_llm {

static void multiply(const float* weight, std::size_t out, std::size_t in, const float* x, float* y) {
    for (std::size_t o = 0; o < out; ++o) y[o] = std::inner_product(x, x + in, weight + o * in, 0.0f);
}

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "Qwen2MLP", "x", x, "w_gate", w_gate);
    Tensor y = xt::empty<float>(x.shape());
    std::vector<float> gate(hidden_dim);
    std::vector<float> up(hidden_dim);
    for (std::size_t start = 0; start < x.size(); start += dim) {
        multiply(w_gate.data(), hidden_dim, dim, x.data() + start, gate.data());
        multiply(w_up.data(), hidden_dim, dim, x.data() + start, up.data());
        std::transform(gate.begin(), gate.end(), up.begin(), gate.begin(),
            [](float g, float u) { return u * g * 0.5f * (1.0f + std::tanh(g / 2.0f)); });
        multiply(w_down.data(), dim, hidden_dim, gate.data(), y.data() + start);
    }
    return y;
}

}  // namespace tiny_llm
