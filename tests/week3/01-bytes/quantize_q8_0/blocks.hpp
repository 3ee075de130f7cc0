// What the graders of this chapter look at in a quantized matrix. Included as call.hpp is: no include guard.
namespace tiny_llm {

/// Its sizes; and if these are the weight's, its scales, its values where the numbers lie in the weight, and the scales' bits,
/// which tell -0 from 0. `value(block, i)` is value i of a block.
template <class Block, class ValueOf>
grader::Values looked_at(const Quantized<Block>& quantized, const Tensor& weight, const ValueOf& value) {
    const std::size_t rows = quantized.rows, columns = quantized.columns, blocks = quantized.blocks.size();
    grader::Integers sizes({3}, std::int64_t{0});
    std::copy_n(std::array{rows, columns, blocks}.begin(), 3, sizes.values.begin());
    const std::size_t across = columns / 32;
    const bool fits = weight.dimension() == 2 && rows == weight.shape(0) && columns == weight.shape(1) &&
                      columns % 32 == 0 && blocks == rows * across;
    if (!fits) return {std::move(sizes)};

    grader::Floats scales({rows, across}, 0.0f);
    grader::Integers values({rows, columns}, std::int64_t{0}), bits({rows, across}, std::int64_t{0});
    for (std::size_t b = 0; b < blocks; ++b) {
        const Block& block = quantized.blocks[b];
        scales.values[b] = static_cast<float>(block.scale);
        bits.values[b] = std::bit_cast<std::uint16_t>(block.scale);
        for (std::size_t i = 0; i < 32; ++i) values.values[32 * b + i] = value(block, i);
    }
    return {std::move(sizes), std::move(scales), std::move(values), std::move(bits)};
}

}  // namespace tiny_llm
