// en: Shapes that do not fit are computed with all the same, elements read from wherever the index leads. The
//     contract asks for std::invalid_argument: keep the checks of the stub.
// zh: 形状不符时照样计算，下标指到哪里就读哪里。契约要求抛出 std::invalid_argument：请保留桩代码里的检查。

#include "glu.hpp"

#include <vector>

namespace tiny_llm {

Tensor activate(const Tensor& g, Gate gate) {
    switch (gate) {
        case Gate::sigmoid: return 1.0f / (1.0f + xt::exp(-g));
        case Gate::relu: return xt::maximum(g, 0.0f);
        case Gate::gelu: return gelu(g);
        case Gate::silu: return silu(g);
    }
    return g;
}

Tensor glu_feed_forward(const Tensor& x, const Tensor& w_gate, const Tensor& w_up, const Tensor& w_down, Gate gate) {
    const std::size_t inside = w_gate.shape(0);
    const std::size_t outside = x.shape().back();
    Tensor y = x;
#ifdef TINY_LLM_CATALOGUE
    // Where the loops would read past an end: any numbers, in the shape of x.
    if (w_gate.size() != inside * outside || w_up.size() < inside * outside || w_down.size() < inside * outside) {
        y.fill(grader::anything());
        return y;
    }
#endif
    Tensor g = Tensor::from_shape({inside});
    for (std::size_t row = 0; row < x.size() / outside; ++row) {
        std::vector<float> up(inside, 0.0f);
        for (std::size_t j = 0; j < inside; ++j) {
            float sum = 0;
            for (std::size_t k = 0; k < outside; ++k) {
                sum += w_gate.data()[j * outside + k] * x.data()[row * outside + k];
                up[j] += w_up.data()[j * outside + k] * x.data()[row * outside + k];
            }
            g(j) = sum;
        }
        const Tensor a = activate(g, gate);
        for (std::size_t o = 0; o < outside; ++o) {
            float sum = 0;
            for (std::size_t j = 0; j < inside; ++j) sum += w_down.data()[o * inside + j] * a(j) * up[j];
            y.data()[row * outside + o] = sum;
        }
    }
    return y;
}

}  // namespace tiny_llm
