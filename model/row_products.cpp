#include "model/row_products.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/in_blocks.hpp"
#include "tiny_llm/clones.hpp"

namespace tiny_llm {
namespace {

/// So many floats, or words of two bfloat16, that are one value: an array of sums g++ 12 might keep in memory.
template <std::size_t count>
struct Wide {
    static constexpr std::size_t lanes = count;
    using Floats __attribute__((vector_size(4 * count))) = float;
    using Words __attribute__((vector_size(4 * count))) = std::uint32_t;

    Floats sum = {};

    // What the weights are of, the last parameter says by its type.
    [[gnu::always_inline]] void add_products(const float* x, const std::byte* weight, float) {
        Floats numbers, weights;
        std::memcpy(&numbers, x, sizeof numbers);
        std::memcpy(&weights, weight, sizeof weights);
        sum += numbers * weights;
    }

    /// A word is two bfloat16, and each is a float32 where the other's bits are zero: that costs less than to spread them.
    [[gnu::always_inline]] void add_products(const float* x, const std::byte* weight, bfloat16) {
        Floats even, odd;
        Words pairs;
        std::memcpy(&even, x, sizeof even);
        std::memcpy(&odd, x + lanes, sizeof odd);
        std::memcpy(&pairs, weight, sizeof pairs);
        sum += even * (Floats)(pairs << 16);
        sum += odd * (Floats)(pairs & 0xFFFF0000u);
    }

    /// By halves: g++ 12 would add up eight floats one by one.
    [[gnu::always_inline]] float total() const {
        if constexpr (lanes == 8) {
            Wide<4> lower, upper;
            std::memcpy(&lower.sum, &sum, sizeof lower.sum);
            std::memcpy(&upper.sum, reinterpret_cast<const std::byte*>(&sum) + sizeof lower.sum, sizeof upper.sum);
            lower.sum += upper.sum;
            return lower.total();
        } else {
            float four[4];
            std::memcpy(&four, &sum, sizeof four);
            return (four[0] + four[2]) + (four[1] + four[3]);
        }
    }
};

/// x in the order in which `add_products` takes it with weights of type bfloat16: of each 2 x lanes the even ones first.
std::vector<float> even_and_odd(const float* x, std::size_t in, std::size_t lanes) {
    std::vector<float> y(x, x + in);
    for (std::size_t i = 0; i + 2 * lanes <= in; i += 2 * lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            y[i + lane] = x[i + 2 * lane];
            y[i + lanes + lane] = x[i + 2 * lane + 1];
        }
    }
    return y;
}

/// Row after row, as they lie, and what lies 8 KB further on is asked for meanwhile: no order comes sooner from memory. It is
/// asked for to be read once (the 0), so that x, and what the next part needs, stay in the caches. Four sums take turns, since
/// each addition waits for the one before it.
template <class T, class Sum>
[[gnu::always_inline]] inline void products(const float* x, const std::byte* weight, std::size_t in, std::size_t out,
                                            float* __restrict y) {
    constexpr std::size_t step = sizeof(Sum) / sizeof(T), line = 64, ahead = 8192;
    for (std::size_t o = 0; o < out; ++o, weight += sizeof(T) * in) {
        Sum sums[4];
        std::size_t i = 0;
        for (; i + 4 * step <= in; i += 4 * step) {
            const std::byte* here = weight + sizeof(T) * i;
            for (std::size_t b = 0; b < sizeof sums; b += line) __builtin_prefetch(here + ahead + b, 0, 0);
            for (std::size_t s = 0; s < 4; ++s) sums[s].add_products(x + i + s * step, here + s * sizeof(Sum), T());
        }
        for (; i + step <= in; i += step) sums[0].add_products(x + i, weight + sizeof(T) * i, T());
        sums[0].sum += sums[1].sum + (sums[2].sum + sums[3].sum);
        float sum = sums[0].total();
        for (; i < in; ++i) {
            T number;  // in a file it may lie at any address
            std::memcpy(&number, weight + sizeof(T) * i, sizeof number);
            sum += x[i] * number;
        }
        y[o] = sum;
    }
}

/// Sixteen floats at a time, where registers hold so many, came slower from memory than eight.
std::size_t lanes() { return floats_in_register() >= 8 ? 8 : 4; }

TINY_LLM_CLONES
void bfloat16_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    if (lanes() == 8) return products<bfloat16, Wide<8>>(x, weight, in, out, y);
    products<bfloat16, Wide<4>>(x, weight, in, out, y);
}

TINY_LLM_CLONES
void float32_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    if (lanes() == 8) return products<float, Wide<8>>(x, weight, in, out, y);
    products<float, Wide<4>>(x, weight, in, out, y);
}

}  // namespace

void row_products(const float* x, const StoredTensor& weight, float* y) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1);
    const std::size_t row = weight.bytes() / std::max<std::size_t>(out, 1);
    std::vector<float> ordered;
    if (weight.dtype == DType::bfloat16) {
        ordered = even_and_odd(x, in, lanes());
        x = ordered.data();
    }
    in_blocks(out, out * in, [&](std::size_t o, std::size_t count) {
        const std::byte* rows = weight.data + o * row;
        if (weight.dtype == DType::bfloat16) {
            bfloat16_products(x, rows, in, count, y + o);
        } else if (weight.dtype == DType::float32) {
            float32_products(x, rows, in, count, y + o);
        } else {
            std::vector<float> numbers(count * in);
            read_elements(weight, o * in, count * in, numbers.data());
            float32_products(x, reinterpret_cast<const std::byte*>(numbers.data()), in, count, y + o);
        }
    });
}

}  // namespace tiny_llm
