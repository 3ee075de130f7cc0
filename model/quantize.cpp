#include "model/quantize.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "model/error.hpp"
#include "week3/01-bytes/quantize_q4_0.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"

namespace tiny_llm {
namespace {

/// 0 where the quotient is infinite: d is 0 or tiny.
float inverse_of(float d) {
    const float inverse = 1.0f / d;
    return std::isinf(inverse) ? 0.0f : inverse;
}

/// Large ones in large pages, which the processor finds without a look into tables that are long themselves.
std::shared_ptr<std::byte> memory_of(std::size_t bytes) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t alignment = bytes < page ? 64 : page;
    const std::size_t rounded = (bytes + alignment) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, rounded);
    if (!memory) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    if (alignment == page) ::madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return {static_cast<std::byte*>(memory), [](std::byte* begin) { std::free(begin); }};
}

/// As bfloat16, which has as large numbers as float32.
void store_rows(const StoredTensor& matrix, std::byte* to) {
    const std::size_t columns = matrix.shape[1];
#pragma omp parallel for
    for (std::size_t row = 0; row < matrix.shape[0]; ++row) {
        std::vector<float> numbers(columns);
        read_elements(matrix, row * columns, columns, numbers.data());
        for (std::size_t i = 0; i < columns; ++i) {
            const bfloat16 number(numbers[i]);
            std::memcpy(to + (row * columns + i) * sizeof number, &number, sizeof number);
        }
    }
}

/// As blocks by an exercise; none where a number has no scale that holds it.
///
/// divisor   of the largest number of a block, which gives the scale
template <class Block>
std::optional<Quantized<Block>> in_blocks(const Tensor& rows, const char* part,
                                          Quantized<Block> (*quantize)(const Tensor&), float divisor) {
    const auto holds = [&](float x) { return std::isfinite(static_cast<float>(float16(std::abs(x) / divisor))); };
    if (!std::all_of(rows.data(), rows.data() + rows.size(), holds)) return std::nullopt;
    Quantized<Block> quantized = quantize(rows);
    const std::size_t count = rows.shape(0), columns = rows.shape(1), blocks = count * (columns / 32);
    if (quantized.rows != count || quantized.columns != columns || quantized.blocks.size() != blocks) {
        throw WrongResult(part, std::string(part) + " returned " + std::to_string(quantized.blocks.size()) +
                                    " blocks for " + std::to_string(quantized.rows) + " x " +
                                    std::to_string(quantized.columns) + ", expected " + std::to_string(blocks) +
                                    " for " + std::to_string(count) + " x " + std::to_string(columns));
    }
    return quantized;
}

/// Some rows at a time, so that a large matrix is in memory as float32 only in part.
///
/// returns   whether a scale can hold each number; where not, what comes after is not stored
template <class Block>
bool quantize_rows(const StoredTensor& matrix, const char* part, Quantized<Block> (*quantize)(const Tensor&),
                   float divisor, std::byte* to) {
    const std::size_t rows = matrix.shape[0], columns = matrix.shape[1], blocks = columns / 32;
    const std::size_t most = std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(columns, 1));
    Tensor some;
    for (std::size_t begin = 0; begin < rows; begin += most) {
        const std::size_t count = std::min(most, rows - begin);
        some.resize({count, columns});
        read_elements(matrix, begin * columns, count * columns, some.data());
        const auto quantized = in_blocks(some, part, quantize, divisor);
        if (!quantized) return false;
        std::memcpy(to + begin * blocks * sizeof(Block), quantized->blocks.data(), count * blocks * sizeof(Block));
    }
    return true;
}

}  // namespace

void quantize(const float* x, Q8Block& block) {
    float largest = 0, sum = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        largest = std::max(largest, std::abs(x[i]));
        sum += x[i] - x[i];  // NaN where a number is not finite: std::max passes over it
    }
    const float d = largest / 127, inverse = inverse_of(d);
    block.scale = float16(d + sum);
    for (std::size_t i = 0; i < 32; ++i) {
        const float value = std::round(x[i] * inverse);
        block.values[i] = static_cast<std::int8_t>(std::isfinite(value) ? value : 0.0f);
    }
}

std::optional<Quantized<Q8Block>> in_q8_0(const Tensor& rows) {
    return in_blocks(rows, "quantize_q8_0", quantize_q8_0, 127);
}

StoredTensor stored_as(const StoredTensors& of, const StoredTensor& matrix, DType dtype) {
    if (matrix.dtype == dtype) return matrix;
    StoredTensor result = matrix;
    result.dtype = dtype;
    result.dtype_name = dtype == DType::bfloat16 ? "BF16" : dtype == DType::q8_0 ? "Q8_0" : "Q4_0";
    if (matrix.shape[1] % block_of(dtype).elements != 0) {
        of.fail(matrix.name, std::to_string(matrix.shape[1]) + " columns are no whole blocks of " + result.dtype_name);
    }
    const std::shared_ptr<std::byte> memory = memory_of(result.bytes());
    result.data = memory.get();
    result.owner = memory;
    bool fits = true;
    if (dtype == DType::bfloat16) store_rows(matrix, memory.get());
    else if (dtype == DType::q8_0) fits = quantize_rows(matrix, "quantize_q8_0", quantize_q8_0, 127, memory.get());
    else fits = quantize_rows(matrix, "quantize_q4_0", quantize_q4_0, 8, memory.get());
    if (!fits) of.fail(matrix.name, "has a number that " + result.dtype_name + " cannot hold");
    return result;
}

}  // namespace tiny_llm
