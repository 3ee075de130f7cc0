#include "model/row_products.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

/// So many floats, or words of two bfloat16, that are one value: sums in an array of floats g++ 12 would keep in memory.
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

    [[gnu::always_inline]] float in_all() const {
        float sums[count];
        std::memcpy(sums, &sum, sizeof sum);
        return total(sums);
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

/// In a file a number may lie at any address.
template <class T>
float at(const std::byte* row, std::size_t i) {
    T number;
    std::memcpy(&number, row + sizeof(T) * i, sizeof(T));
    return number;
}

/// Much as the solution of fast_linear does it: eight outputs share what is loaded of x, and the next eight rows are asked for
/// meanwhile, a cache line at a time.
template <class T, class Sum>
[[gnu::always_inline]] inline void products(const float* x, const std::byte* weight, std::size_t in, std::size_t out,
                                            float* __restrict y) {
    constexpr std::size_t together = 8, step = sizeof(Sum) / sizeof(T), line = 64 / sizeof(T);
    const std::size_t row = sizeof(T) * in;
    std::size_t o = 0;
    for (; o + together <= out; o += together, weight += together * row) {
        Sum sums[together];
        std::size_t i = 0;
        for (; i + step <= in; i += step) {
            const std::byte* here = weight + sizeof(T) * i;
            if (i % line == 0) {
                for (std::size_t r = 0; r < together; ++r) __builtin_prefetch(here + (together + r) * row, 0, 2);
            }
            for (std::size_t r = 0; r < together; ++r) sums[r].add_products(x + i, here + r * row, T());
        }
        for (std::size_t r = 0; r < together; ++r) {
            float sum = sums[r].in_all();
            for (std::size_t k = i; k < in; ++k) sum += x[k] * at<T>(weight + r * row, k);
            y[o + r] = sum;
        }
    }
    for (; o < out; ++o, weight += row) {
        Sum sums;
        std::size_t i = 0;
        for (; i + step <= in; i += step) sums.add_products(x + i, weight + sizeof(T) * i, T());
        float sum = sums.in_all();
        for (; i < in; ++i) sum += x[i] * at<T>(weight, i);
        y[o] = sum;
    }
}

/// bfloat16 that is read from memory and not from a cache comes no sooner into wide registers: narrow ones, busy for longer
/// between two requests, were a tenth faster there. float32, twice the bytes for each product, was not.
constexpr std::size_t narrow = 4, wide = 8;

TINY_LLM_CLONES
void bfloat16_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y, bool large) {
    if (large) return products<bfloat16, Wide<narrow>>(x, weight, in, out, y);
    products<bfloat16, Wide<wide>>(x, weight, in, out, y);
}

TINY_LLM_CLONES
void float32_products(const float* x, const std::byte* weight, std::size_t in, std::size_t out, float* y) {
    products<float, Wide<wide>>(x, weight, in, out, y);
}

}  // namespace

void row_products(const float* x, const StoredTensor& weight, float* y) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1);
    const std::size_t row = in * (weight.dtype == DType::float32 ? sizeof(float) : sizeof(bfloat16));
    constexpr std::size_t block = 64;
    const bool large = out * in >= std::size_t{1} << 19;
    std::vector<float> ordered;
    if (weight.dtype == DType::bfloat16) {
        ordered = even_and_odd(x, in, large ? narrow : wide);
        x = ordered.data();
    }
    const auto block_from = [&](std::size_t o) {
        const std::size_t count = std::min(block, out - o);
        const std::byte* rows = weight.data + o * row;
        if (weight.dtype == DType::bfloat16) {
            bfloat16_products(x, rows, in, count, y + o, large);
        } else if (weight.dtype == DType::float32) {
            float32_products(x, rows, in, count, y + o);
        } else {
            std::vector<float> numbers(count * in);
            read_elements(weight, o * in, count * in, numbers.data());
            float32_products(x, reinterpret_cast<const std::byte*>(numbers.data()), in, count, y + o);
        }
    };
    // A small matrix is read before a second thread is awake; to ask OpenMP at all costs a system call.
    if (!large) {
        for (std::size_t o = 0; o < out; o += block) block_from(o);
        return;
    }
    // Each thread takes blocks that follow each other, so that the rows asked for ahead are its own.
#pragma omp parallel for schedule(static)
    for (std::size_t o = 0; o < out; o += block) block_from(o);
}

}  // namespace tiny_llm
