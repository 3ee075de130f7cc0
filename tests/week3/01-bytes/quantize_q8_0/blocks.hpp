// What the graders of this chapter look at in a quantized matrix. Included as call.hpp is: no include guard.
namespace tiny_llm {

/// Its sizes, its scales, its values where the numbers lie in the weight, and the scales' bits, which tell -0 from 0.
/// `value(block, i)` is value i of a block.
template <class Block, class ValueOf>
grader::Values looked_at(const Quantized<Block>& quantized, const ValueOf& value) {
    const std::size_t rows = quantized.rows, columns = quantized.columns, blocks = quantized.blocks.size();
    const bool fits = columns % 32 == 0 && blocks == rows * (columns / 32);
    using Shape = std::vector<std::size_t>;
    grader::Floats scales(fits ? Shape{rows, columns / 32} : Shape{blocks}, 0.0f);
    grader::Integers values(fits ? Shape{rows, columns} : Shape{blocks, 32}, 0), bits(scales.shape, 0);
    for (std::size_t b = 0; b < blocks; ++b) {
        const Block& block = quantized.blocks[b];
        scales.values[b] = static_cast<float>(block.scale);
        bits.values[b] = std::bit_cast<std::uint16_t>(block.scale);
        for (std::size_t i = 0; i < 32; ++i) values.values[32 * b + i] = value(block, i);
    }
    grader::Integers sizes({3}, std::int64_t{0});
    std::copy_n(std::array{rows, columns, blocks}.begin(), 3, sizes.values.begin());
    return {std::move(sizes), std::move(scales), std::move(values), std::move(bits)};
}

}  // namespace tiny_llm
