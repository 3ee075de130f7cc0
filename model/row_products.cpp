#include "model/row_products.hpp"

#include <bit>
#include <cstring>
#include <vector>

#include "model/dot.hpp"

// A version for each width of vector registers; the loader takes the one that the CPU has.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define TINY_LLM_CLONES __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define TINY_LLM_CLONES
#endif

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 16;
using Floats = float __attribute__((vector_size(lanes * 4)));
using Words = std::uint32_t __attribute__((vector_size(lanes * 4)));
using Halves = std::uint16_t __attribute__((vector_size(lanes * 2)));

// The sixteen numbers at `from`, whatever their alignment. Macros, because a function that returns such a vector has a
// calling convention that depends on the CPU.
#define LOAD_FLOATS(to, from) Floats to; std::memcpy(&to, from, sizeof to)
// bfloat16 is the upper half of a float32.
#define LOAD_BFLOAT16(to, from)                                   \
    Halves to##_halves;                                           \
    std::memcpy(&to##_halves, from, sizeof to##_halves);          \
    const Words to##_words = __builtin_convertvector(to##_halves, Words) << 16; \
    const Floats to = (Floats)to##_words

// Four rows at a time: one row's additions wait for each other, and memory serves several streams better than one.
TINY_LLM_CLONES
void bfloat16_rows(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    const std::size_t whole = in / lanes * lanes;
    const std::size_t row_bytes = in * 2;
    for (std::size_t o = 0; o < out; o += 4) {
        const std::byte* row[4];
        for (std::size_t r = 0; r < 4; ++r) row[r] = weight + (o + r < out ? o + r : out - 1) * row_bytes;
        Floats sum0 = {}, sum1 = {}, sum2 = {}, sum3 = {};
        for (std::size_t i = 0; i < whole; i += lanes) {
            LOAD_FLOATS(xs, x + i);
            LOAD_BFLOAT16(w0, row[0] + i * 2);
            LOAD_BFLOAT16(w1, row[1] + i * 2);
            LOAD_BFLOAT16(w2, row[2] + i * 2);
            LOAD_BFLOAT16(w3, row[3] + i * 2);
            sum0 += xs * w0;
            sum1 += xs * w1;
            sum2 += xs * w2;
            sum3 += xs * w3;
        }
        const Floats sums[4] = {sum0, sum1, sum2, sum3};
        for (std::size_t r = 0; r < 4 && o + r < out; ++r) {
            float total = 0;
            for (std::size_t lane = 0; lane < lanes; ++lane) total += sums[r][lane];
            for (std::size_t i = whole; i < in; ++i) {
                std::uint16_t half;
                std::memcpy(&half, row[r] + i * 2, 2);
                total += x[i] * std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
            }
            y[o + r] = total;
        }
    }
}

#undef LOAD_FLOATS
#undef LOAD_BFLOAT16

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
