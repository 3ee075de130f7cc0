#include "quantize_q8_0.hpp"

namespace tiny_llm {

Quantized<Q8Block> quantize_q8_0(const Tensor& weight) {
    if (weight.dimension() != 2 || weight.shape(1) % 32 != 0) throw std::invalid_argument("quantize_q8_0: shape");
    const std::size_t blocks = weight.size() / 32;
    Quantized<Q8Block> result{weight.shape(0), weight.shape(1), std::vector<Q8Block>(blocks)};
    Tensor x = weight;
    x.reshape({blocks, std::size_t{32}});
    const Tensor d = xt::amax(xt::abs(x), {1}) / 127.0f;
    if (!xt::all(xt::isfinite(weight)) || !xt::all(d < 65520.0f))
        throw std::invalid_argument("quantize_q8_0: too large");
    Tensor inverse = 1.0f / d;
    inverse = xt::where(xt::isinf(inverse), 0.0f, inverse);
    const Tensor values = xt::rint(x * xt::view(inverse, xt::all(), xt::newaxis()));
    for (std::size_t b = 0; b < blocks; ++b) {
        result.blocks[b].scale = float16(d(b));
        for (std::size_t i = 0; i < 32; ++i) result.blocks[b].values[i] = static_cast<std::int8_t>(values(b, i));
    }
    return result;
}

}  // namespace tiny_llm
