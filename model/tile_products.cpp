#include "model/tile_products.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/in_blocks.hpp"
#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t height = 4;  // rows of x that meet the same weights

/// `count` neighbours of a row at a time: a register of floats, or two that come from one of bfloat16.
template <std::size_t count>
struct Wide {
    using Floats __attribute__((vector_size(4 * count))) = float;
    using Words __attribute__((vector_size(4 * count))) = std::uint32_t;
    static constexpr std::size_t lanes = count;
    // Rows of the weight. Their sums with the rows of x must fit into the registers, of which there are 32 or 16.
    static constexpr std::size_t width = count == 16 ? 4 : 2;

    template <class T>
    static constexpr std::size_t registers = sizeof(float) / sizeof(T);
    template <class T>
    static constexpr std::size_t step = count* registers<T>;

    /// By halves: g++ 12 would add up an array one by one.
    [[gnu::always_inline]] static float total(const Floats& sum) {
        if constexpr (count > 4) {
            using Half = Wide<count / 2>;
            typename Half::Floats lower, upper;
            std::memcpy(&lower, &sum, sizeof lower);
            std::memcpy(&upper, reinterpret_cast<const std::byte*>(&sum) + sizeof lower, sizeof upper);
            lower += upper;
            return Half::total(lower);
        } else {
            float four[4];
            std::memcpy(&four, &sum, sizeof four);
            return (four[0] + four[2]) + (four[1] + four[3]);
        }
    }

    [[gnu::always_inline]] static void load(const std::byte* weight, Floats (&to)[1]) {
        std::memcpy(&to[0], weight, sizeof to[0]);
    }
    /// A word is two bfloat16, and each is a float32 where the other's bits are zero.
    [[gnu::always_inline]] static void load(const std::byte* weight, Floats (&to)[2]) {
        Words pairs;
        std::memcpy(&pairs, weight, sizeof pairs);
        to[0] = (Floats)(pairs << 16);
        to[1] = (Floats)(pairs & 0xFFFF0000u);
    }
};

/// The rows of x, `height` of them together: of each the numbers that one step takes, then of each those of the next. Where the
/// weights are bfloat16, the even ones of a step come first, as `load` has them. What is missing at the ends is 0.
template <class T>
std::vector<float> in_order_of_use(const float* x, std::size_t rows, std::size_t in, std::size_t lanes) {
    const std::size_t each = sizeof(float) / sizeof(T), step = lanes * each;
    const std::size_t steps = (in + step - 1) / step, groups = (rows + height - 1) / height;
    std::vector<float> ordered(groups * steps * height * step);
    for (std::size_t r = 0; r < rows; ++r) {
        float* to = ordered.data() + (r / height * steps * height + r % height) * step;
        const float* from = x + r * in;
        for (std::size_t i = 0; i < in; i += step, to += height * step) {
            if (i + step <= in) {
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    for (std::size_t n = 0; n < each; ++n) to[n * lanes + lane] = from[i + lane * each + n];
                }
            } else {
                for (std::size_t n = 0; i + n < in; ++n) to[n % each * lanes + n / each] = from[i + n];
            }
        }
    }
    return ordered;
}

/// y[i, r] = x[i] . weight[r], `height` x `width` of them. No sum leaves its register before the end.
///
/// weight   one pointer for each row of the weight, and one for its last numbers, if they do not fill a step
/// first    nobody has read these rows yet: those after them are asked for meanwhile
template <class T, class Wide>
[[gnu::always_inline]] inline void tile(const float* x, const std::byte* const (&weight)[Wide::width],
                                        const std::byte* const (&last)[Wide::width], std::size_t in, bool first,
                                        float* __restrict y) {
    using Floats = typename Wide::Floats;
    constexpr std::size_t registers = Wide::template registers<T>, step = Wide::template step<T>;
    const std::size_t ahead = first ? Wide::width * in * sizeof(T) : 0;
    Floats sums[Wide::width][height] = {};
    for (std::size_t i = 0; i < in; i += step) {
        Floats numbers[Wide::width][registers];
        for (std::size_t r = 0; r < Wide::width; ++r) {
            const std::byte* here = i + step <= in ? weight[r] + i * sizeof(T) : last[r];
            __builtin_prefetch(here + ahead, 0, 3);
            Wide::load(here, numbers[r]);
        }
        for (std::size_t row = 0; row < height; ++row) {
            for (std::size_t n = 0; n < registers; ++n, x += Wide::lanes) {
                Floats its;
                std::memcpy(&its, x, sizeof its);
                for (std::size_t r = 0; r < Wide::width; ++r) sums[r][row] += its * numbers[r][n];
            }
        }
    }
    for (std::size_t r = 0; r < Wide::width; ++r) {
        for (std::size_t row = 0; row < height; ++row) y[row * Wide::width + r] = Wide::total(sums[r][row]);
    }
}

/// All rows of x with `out` rows of the weight.
///
/// x        in_order_of_use
/// weight   rows of `in` numbers of type T
/// y        its first column; a row has `stride` numbers
template <class T, class Wide>
[[gnu::always_inline]] inline void tiles(const float* x, std::size_t rows, const std::byte* weight, std::size_t out,
                                         std::size_t in, float* y, std::size_t stride) {
    constexpr std::size_t width = Wide::width, step = Wide::template step<T>;
    const std::size_t steps = (in + step - 1) / step, left = in % step;
    std::byte ends[width][step * sizeof(T)];
    if (left > 0) std::memset(ends, 0, sizeof ends);
    for (std::size_t o = 0; o < out; o += width) {
        const std::byte *its[width], *last[width];
        for (std::size_t r = 0; r < width; ++r) {
            its[r] = weight + std::min(o + r, out - 1) * in * sizeof(T);
            last[r] = ends[r];
            std::memcpy(ends[r], its[r] + (in - left) * sizeof(T), left * sizeof(T));
        }
        for (std::size_t row = 0; row < rows; row += height) {
            float sums[height * width];
            tile<T, Wide>(x + row * steps * step, its, last, in, row == 0, sums);
            for (std::size_t i = 0; i < height && row + i < rows; ++i) {
                const std::size_t count = std::min(width, out - o);
                std::copy_n(sums + i * width, count, y + (row + i) * stride + o);
            }
        }
    }
}

template <class T>
[[gnu::always_inline]] inline void tiles(const float* x, std::size_t rows, const std::byte* weight, std::size_t out,
                                         std::size_t in, float* y, std::size_t stride, std::size_t lanes) {
    if (lanes == 16) return tiles<T, Wide<16>>(x, rows, weight, out, in, y, stride);
    if (lanes == 8) return tiles<T, Wide<8>>(x, rows, weight, out, in, y, stride);
    tiles<T, Wide<4>>(x, rows, weight, out, in, y, stride);
}

TINY_LLM_CLONES
void bfloat16_tiles(const float* x, std::size_t rows, const std::byte* weight, std::size_t out, std::size_t in,
                    float* y, std::size_t stride, std::size_t lanes) {
    tiles<bfloat16>(x, rows, weight, out, in, y, stride, lanes);
}

TINY_LLM_CLONES
void float32_tiles(const float* x, std::size_t rows, const std::byte* weight, std::size_t out, std::size_t in, float* y,
                   std::size_t stride, std::size_t lanes) {
    tiles<float>(x, rows, weight, out, in, y, stride, lanes);
}

}  // namespace

void tile_products(const float* x, std::size_t rows, const StoredTensor& weight, float* y) {
    const std::size_t out = weight.shape.at(0), in = weight.shape.at(1), lanes = floats_in_register();
    const std::size_t padded = (rows + height - 1) / height * height;
    const bool halves = weight.dtype == DType::bfloat16;
    constexpr std::size_t together = 32;  // rows, which stay in a cache while a block of the weight meets them
    const auto ordered =
        halves ? in_order_of_use<bfloat16>(x, rows, in, lanes) : in_order_of_use<float>(x, rows, in, lanes);
    // Eight rows take hardly longer than one does, which waits for memory.
    in_blocks(out, out * in * std::max<std::size_t>(rows / 8, 1), [&](std::size_t begin, std::size_t count) {
        const std::byte* its = weight.data + begin * in * (halves ? sizeof(bfloat16) : sizeof(float));
        std::vector<float> numbers;
        if (!halves && weight.dtype != DType::float32) {
            numbers.resize(count * in);
            read_elements(weight, begin * in, numbers.size(), numbers.data());
            its = reinterpret_cast<const std::byte*>(numbers.data());
        }
        const auto tiles = halves ? bfloat16_tiles : float32_tiles;
        for (std::size_t row = 0; row < rows; row += together) {
            tiles(ordered.data() + row * (ordered.size() / padded), std::min(together, rows - row), its, count, in,
                  y + row * out + begin, out, lanes);
        }
    });
}

TINY_LLM_CLONES
void gate(float* __restrict gated, const float* up, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) gated[i] = gated[i] / (1.0f + fast_exp(-gated[i])) * up[i];
}

}  // namespace tiny_llm
