#include "model/block_products.hpp"

#include <algorithm>
#include <cstring>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

#include "model/in_blocks.hpp"
#include "model/quantize.hpp"
#include "tiny_llm/clones.hpp"

namespace tiny_llm {
namespace {

/// Rows of q8_0, values and scales apart.
struct QuantizedRows {
    QuantizedRows(const float* x, std::size_t rows, std::size_t in)
        : values(rows * in), scales(rows * in / 32), sums(scales.size()) {
        for (std::size_t b = 0; b < scales.size(); ++b) {
            Q8Block block;
            quantize(x + 32 * b, block);
            scales[b] = block.scale;
            for (std::size_t i = 0; i < 32; ++i) {
                values[32 * b + i] = block.values[i];
                sums[b] += block.values[i];
            }
        }
    }

    std::vector<std::int8_t> values;
    std::vector<float> scales;
    std::vector<std::int32_t> sums;  // of a block's values: what q4_0 takes off, eight times
};

struct Row {
    const std::int8_t* values;
    const float* scales;
    const std::int32_t* sums;
};

std::int32_t dot(const std::int8_t* x, std::int32_t, const Q8Block& w) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < 32; ++i) sum += x[i] * w.values[i];
    return sum;
}
std::int32_t dot(const std::int8_t* x, std::int32_t sum_of_x, const Q4Block& w) {
    std::int32_t sum = -8 * sum_of_x;
    for (std::size_t i = 0; i < 16; ++i) sum += x[i] * (w.values[i] & 15) + x[i + 16] * (w.values[i] >> 4);
    return sum;
}

/// For every processor.
template <class Block>
void plain_products(const Row& x, const std::byte* weight, std::size_t blocks, std::size_t out, float* y) {
    for (std::size_t o = 0; o < out; ++o) {
        float sum = 0;
        for (std::size_t b = 0; b < blocks; ++b, weight += sizeof(Block)) {
            Block w;
            std::memcpy(static_cast<void*>(&w), weight, sizeof w);
            const auto products = static_cast<float>(dot(x.values + 32 * b, x.sums[b], w));
            sum += products * (x.scales[b] * static_cast<float>(w.scale));
        }
        y[o] = sum;
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#define TINY_LLM_AVX2 __attribute__((target("avx2,fma,f16c")))

TINY_LLM_AVX2 inline __m256i load(const void* bytes) { return _mm256_loadu_si256(static_cast<const __m256i*>(bytes)); }

// Eight sums of 32 products, whose sum is that of all. The processor multiplies bytes without a sign by bytes with one, and adds
// two products to 16 bits, then two of these to 32.
TINY_LLM_AVX2 inline __m256i dots(const std::int8_t* x, const std::int32_t*, const Q8Block* w) {
    const __m256i values = load(w->values.data());
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(values), _mm256_sign_epi8(load(x), values));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}
TINY_LLM_AVX2 inline __m256i dots(const std::int8_t* x, const std::int32_t* sum_of_x, const Q4Block* w) {
    const __m256i twice =
        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(w->values.data())));
    // In the upper half of the register, the upper half of each byte comes down.
    const __m256i down = _mm256_srlv_epi32(twice, _mm256_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4));
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_and_si256(down, _mm256_set1_epi8(15)), load(x));
    // Each of the eight takes off one of eight.
    return _mm256_sub_epi32(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)), _mm256_set1_epi32(*sum_of_x));
}

template <class Block>
TINY_LLM_AVX2 inline void add_products(__m256& sum, const Row& x, std::size_t b, const std::byte* weight) {
    const auto* w = reinterpret_cast<const Block*>(weight);
    std::int16_t half;
    std::memcpy(&half, &w->scale, sizeof half);
    const __m256 scale = _mm256_mul_ps(_mm256_cvtph_ps(_mm_set1_epi16(half)), _mm256_set1_ps(x.scales[b]));
    sum = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots(x.values + 32 * b, x.sums + b, w)), scale, sum);
}

/// Four sums take turns, since each addition waits for the one before it.
template <class Block>
TINY_LLM_AVX2 void avx2_products(const Row& x, const std::byte* weight, std::size_t blocks, std::size_t out, float* y) {
    constexpr std::size_t line = 64, ahead = 4096;
    for (std::size_t o = 0; o < out; ++o, weight += blocks * sizeof(Block)) {
        __m256 a = _mm256_setzero_ps(), b = a, c = a, d = a;
        std::size_t i = 0;
        for (; i + 4 <= blocks; i += 4) {
            const std::byte* here = weight + i * sizeof(Block);
            for (std::size_t at = 0; at < 4 * sizeof(Block); at += line) __builtin_prefetch(here + ahead + at, 0, 0);
            add_products<Block>(a, x, i, here);
            add_products<Block>(b, x, i + 1, here + sizeof(Block));
            add_products<Block>(c, x, i + 2, here + 2 * sizeof(Block));
            add_products<Block>(d, x, i + 3, here + 3 * sizeof(Block));
        }
        for (; i < blocks; ++i) add_products<Block>(a, x, i, weight + i * sizeof(Block));
        const __m256 all = _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
        __m128 four = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
        four = _mm_add_ps(four, _mm_movehl_ps(four, four));
        y[o] = _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
    }
}

// f16c is older than both; clang 14 cannot ask for it.
bool has_avx2() { return floats_in_register() >= 8 && __builtin_cpu_supports("fma"); }
#else
bool has_avx2() { return false; }
template <class Block>
void avx2_products(const Row&, const std::byte*, std::size_t, std::size_t, float*) {}
#endif

}  // namespace

void block_products(const float* x, std::size_t rows, const StoredTensor& weight, float* y, bool portable) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1), blocks = in / 32;
    const QuantizedRows all(x, rows, in);
    const bool avx2 = !portable && has_avx2();
    const bool q8 = weight.dtype == DType::q8_0;
    const auto products = avx2 ? (q8 ? avx2_products<Q8Block> : avx2_products<Q4Block>)
                               : (q8 ? plain_products<Q8Block> : plain_products<Q4Block>);
    // A block's weights stay in a cache until all rows have met them.
    in_blocks(out, rows * out * in, [&](std::size_t o, std::size_t count) {
        const std::byte* begin = weight.data + o * blocks * block_of(weight.dtype).bytes;
        for (std::size_t r = 0; r < rows; ++r) {
            const Row row{all.values.data() + r * in, all.scales.data() + r * blocks, all.sums.data() + r * blocks};
            products(row, begin, blocks, count, y + r * out + o);
        }
    });
}

}  // namespace tiny_llm
