#include "model/row_products.hpp"

#include <cstring>
#include <vector>

#include "model/dot.hpp"
#include "tiny_llm/clones.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 16;
using Floats = float __attribute__((vector_size(lanes * 4)));
using Words = std::uint32_t __attribute__((vector_size(lanes * 4)));
using Halves = std::uint16_t __attribute__((vector_size(lanes * 2)));

/// Adds the products of sixteen numbers, whatever their alignment. bfloat16 is the upper half of a float32.
/// A macro, because how a function is given such a vector depends on the CPU.
#define ADD_PRODUCTS(sum, x, weight)                                     \
    do {                                                                 \
        Floats xs;                                                       \
        Halves upper;                                                    \
        std::memcpy(&xs, x, sizeof xs);                                  \
        std::memcpy(&upper, weight, sizeof upper);                       \
        const Words words = __builtin_convertvector(upper, Words) << 16; \
        sum += xs * (Floats)words; /* the same bits */                   \
    } while (false)

TINY_LLM_CLONES
void bfloat16_rows(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    // Row after row, so that memory is read in one stream; the CPU asks for too little of it by itself.
    constexpr std::size_t ahead = 1024;
    for (std::size_t o = 0; o < out; ++o) {
        const std::byte* row = weight + o * in * 2;
        Floats sum0 = {}, sum1 = {}, sum2 = {}, sum3 = {};  // four, because an addition waits for the one before it
        std::size_t i = 0;
        for (; i + 4 * lanes <= in; i += 4 * lanes) {
            __builtin_prefetch(row + i * 2 + ahead);
            __builtin_prefetch(row + i * 2 + ahead + 64);
            ADD_PRODUCTS(sum0, x + i, row + i * 2);
            ADD_PRODUCTS(sum1, x + i + lanes, row + (i + lanes) * 2);
            ADD_PRODUCTS(sum2, x + i + 2 * lanes, row + (i + 2 * lanes) * 2);
            ADD_PRODUCTS(sum3, x + i + 3 * lanes, row + (i + 3 * lanes) * 2);
        }
        sum0 += sum1 + (sum2 + sum3);
        float total = sum_of_lanes(reinterpret_cast<const float*>(&sum0));
        for (; i < in; ++i) {
            bfloat16 w;
            std::memcpy(&w.bits, row + i * 2, 2);
            total += x[i] * w;
        }
        y[o] = total;
    }
}

#undef ADD_PRODUCTS

}  // namespace

void row_products(const float* x, const StoredTensor& weight, float* y) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1);
    if (weight.dtype == DType::bfloat16) return bfloat16_rows(x, weight.data, in, out, y);
    std::vector<float> row(in);
    for (std::size_t o = 0; o < out; ++o) {
        read_elements(weight, o * in, in, row.data());
        y[o] = dot(x, row.data(), in);
    }
}

}  // namespace tiny_llm
