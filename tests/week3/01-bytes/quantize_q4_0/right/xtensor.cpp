#include "quantize_q4_0.hpp"

#include <algorithm>

namespace tiny_llm {

Quantized<Q4Block> quantize_q4_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q4_0: shape");
    if (!xt::all(xt::isfinite(weight))) throw std::invalid_argument("quantize_q4_0: not finite");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q4Block> result{weight.shape(0), weight.shape(1), std::vector<Q4Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    Tensor d = xt::zeros<float>({blocks});
    for (std::size_t b = 0; b < blocks; ++b) {
        const float* first = &x(b, 0);
        const auto smaller = [](float one, float other) { return std::abs(one) < std::abs(other); };
        d(b) = (*std::max_element(first, first + 32, smaller) + 0.0f) / -8.0f;  // -0 + 0 is 0
    }
    Tensor inverse = 1.0f / d;
    inverse = xt::where(xt::isinf(inverse), 0.0f, inverse);
    const Tensor products = x * xt::view(inverse, xt::all(), xt::newaxis());
    const Tensor values = xt::minimum(xt::floor(products + 8.5f), 15.0f);
    for (std::size_t b = 0; b < blocks; ++b) {
        result.blocks[b].scale = float16(d(b));
        if (std::isinf(float(result.blocks[b].scale))) throw std::invalid_argument("quantize_q4_0: scale");
        for (std::size_t j = 0; j < 16; ++j) {
            result.blocks[b].values[j] = static_cast<std::uint8_t>(values(b, j) + 16 * values(b, j + 16));
        }
    }
    return result;
}

}  // namespace tiny_llm
