#include "model/quantize.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

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

void store(const float* x, std::byte* to, bfloat16) {
    const bfloat16 number(*x);
    std::memcpy(to, &number, sizeof number);
}

/// Never: float32 has numbers that no other has, but bfloat16 has as large ones.
bool overflows(const std::byte*, bfloat16) { return false; }

template <class Block>
void store(const float* x, std::byte* to, Block block) {
    quantize(x, block);
    std::memcpy(to, &block, sizeof block);
}

template <class Block>
bool overflows(const std::byte* stored, Block block) {
    std::memcpy(static_cast<void*>(&block), stored, sizeof block);
    return !std::isfinite(static_cast<float>(block.scale));
}

/// Whether every row could be stored.
template <class Block>
bool store_rows(const StoredTensor& matrix, std::byte* to) {
    const std::size_t columns = matrix.shape[1], elements = sizeof(Block) == sizeof(bfloat16) ? 1 : 32;
    const std::size_t row_bytes = columns / elements * sizeof(Block);
    std::atomic<bool> fits = true;
#pragma omp parallel for
    for (std::size_t row = 0; row < matrix.shape[0]; ++row) {
        std::vector<float> numbers(columns);
        read_elements(matrix, row * columns, columns, numbers.data());
        for (std::size_t i = 0; i < columns / elements; ++i) {
            std::byte* block = to + row * row_bytes + i * sizeof(Block);
            store(numbers.data() + i * elements, block, Block{});
            if (overflows(block, Block{})) fits = false;
        }
    }
    return fits;
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

void quantize(const float* x, Q4Block& block) {
    float largest = 0, sum = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        if (std::abs(x[i]) > std::abs(largest)) largest = x[i];  // with its sign
        sum += x[i] - x[i];
    }
    const float d = largest / -8, inverse = inverse_of(d);
    block.scale = float16(sum == 0 ? d : sum);
    const auto value = [&](std::size_t i) {
        const float scaled = x[i] * inverse + 8.5f;
        return static_cast<std::uint8_t>(scaled >= 0 ? std::min(scaled, 15.0f) : 0.0f);
    };
    for (std::size_t i = 0; i < 16; ++i) {
        block.values[i] = static_cast<std::uint8_t>(value(i) | value(i + 16) << 4);
    }
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
    const bool fits = dtype == DType::bfloat16 ? store_rows<bfloat16>(matrix, memory.get())
                      : dtype == DType::q8_0   ? store_rows<Q8Block>(matrix, memory.get())
                                               : store_rows<Q4Block>(matrix, memory.get());
    if (!fits) of.fail(matrix.name, "has a number that " + result.dtype_name + " cannot hold");
    return result;
}

}  // namespace tiny_llm
