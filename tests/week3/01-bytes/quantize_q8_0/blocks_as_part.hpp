#pragma once
// The mistakes of both quantizers, in the place of the exercises as parts of the model.

#include <bit>

#include "grader/as_part.hpp"
#include "tiny_llm/quantized.hpp"

namespace grader {

/// `put(block, values)` puts 32 values, as blocks.hpp looks at them, into a block.
template <class Block, class Put>
tiny_llm::Quantized<Block> blocks_as_part(Values (*quantize)(Run&), const tiny_llm::Tensor& weight, const Put& put) {
    const Values outputs = outputs_as_part(quantize, "weight", weight);
    const auto integers = [&](std::size_t i) { return std::get<Integers>(outputs.at(i).is).values; };
    std::vector<std::int64_t> sizes = integers(0);
    sizes.resize(3);  // what the mistake does not know
    const auto size = [&](std::size_t i) { return static_cast<std::size_t>(sizes[i]); };
    tiny_llm::Quantized<Block> quantized{size(0), size(1), std::vector<Block>(outputs.size() < 4 ? 0 : size(2))};
    if (quantized.blocks.empty()) return quantized;
    const std::vector<std::int64_t> values = integers(2), bits = integers(3);
    for (std::size_t b = 0; b < quantized.blocks.size(); ++b) {
        quantized.blocks[b].scale = std::bit_cast<tiny_llm::float16>(static_cast<std::uint16_t>(bits.at(b)));
        put(quantized.blocks[b], values.data() + 32 * b);
    }
    return quantized;
}

}  // namespace grader
