#include "fast_linear.hpp"

#include <vector>

namespace tiny_llm {

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    // Turned once, so that the inner loop runs along the outputs.
    static const float* of = nullptr;
    static std::size_t size = 0;
    static std::vector<float> turned;
    if (of != weight.data() || size != weight.size()) {
        of = weight.data();
        size = weight.size();
        turned.resize(size);
        for (std::size_t o = 0; o < outs; ++o) {
            for (std::size_t i = 0; i < in; ++i) turned[i * outs + o] = weight(o, i);
        }
    }
    for (std::size_t row = 0; row < rows; ++row) {
        float* to = out.data() + row * outs;
        for (std::size_t o = 0; o < outs; ++o) to[o] = bias ? (*bias)(o) : 0.0f;
        for (std::size_t i = 0; i < in; ++i) {
            for (std::size_t o = 0; o < outs; ++o) to[o] += x.data()[row * in + i] * turned[i * outs + o];
        }
    }
}

}  // namespace tiny_llm
