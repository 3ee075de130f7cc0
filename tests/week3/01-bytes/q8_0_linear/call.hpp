// How the grader calls q8_0_linear. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/01-bytes/q8_0_linear/weights.hpp"

namespace tiny_llm {

/// The weight as the call has it: its values and scales, or the floats that it is made of.
inline Quantized<Q8Block> weight_of(grader::Arguments& arguments) {
    q8_0::Rows all;
    if (arguments.has("weight")) {
        const Tensor& weight = arguments["weight"];
        all = q8_0::of_floats(weight.data(), weight.size());
    } else {
        const Tensor& scales = arguments["scales"];
        all = {{scales.begin(), scales.end()}, arguments.numbers<std::int64_t>("values")};
    }
    Quantized<Q8Block> quantized{arguments.number<std::size_t>("rows"), arguments.number<std::size_t>("columns"),
        std::vector<Q8Block>(all.scales.size())};
    for (std::size_t b = 0; b < all.scales.size(); ++b) {
        quantized.blocks[b].scale = float16(all.scales[b]);
        for (std::size_t i = 0; i < 32; ++i)
            quantized.blocks[b].values[i] = static_cast<std::int8_t>(all.values[32 * b + i]);
    }
    return quantized;
}

inline grader::Values call(grader::Arguments& arguments) {
    const Quantized<Q8Block> weight = weight_of(arguments);
    const std::optional<Tensor> bias = arguments.maybe("bias");
    const Tensor y = q8_0_linear(arguments["x"], weight, bias);
    if (bias) arguments["bias"] = *bias;
    return {y};
}

}  // namespace tiny_llm
