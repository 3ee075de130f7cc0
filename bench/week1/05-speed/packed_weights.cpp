#include "bench/week1/05-speed/packed_weights.hpp"

#include <algorithm>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm::bench {
namespace {

constexpr std::size_t panel = PackedWeights::panel;

/// `rows` rows of x times `columns` outputs of a panel: one number for each pair, into rows of y with `distance` between
/// them. The sums stay in registers, and a weight that was loaded is used for all rows.
template <std::size_t rows, std::size_t columns>
[[gnu::always_inline]] inline void tile(const float* x, const float* weights, std::size_t in, float* __restrict y,
                                        std::size_t distance) {
    float sums[rows][columns] = {};
    for (std::size_t i = 0; i < in; ++i) {
        // Weights are asked for 64 inputs, 12 KB, before they are used, to be in the first cache by then.
        for (std::size_t c = 0; c < columns; c += 16) __builtin_prefetch(weights + (i + 64) * panel + c);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t c = 0; c < columns; ++c) sums[r][c] += x[r * in + i] * weights[i * panel + c];
        }
    }
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) y[r * distance + c] = sums[r][c];
    }
}

/// As many rows at a time as there are registers for: of AVX-512's 32 a tile of 8 x 48 takes 24 for the sums; of others' 16
/// one of 4 x 24 takes 12. `rows` is at most 8.
TINY_LLM_CLONES
void wide_rows(const float* x, const float* weights, std::size_t in, std::size_t rows, float* y, std::size_t distance) {
    if (rows == 8) return tile<8, panel>(x, weights, in, y, distance);
    for (; rows >= 4; rows -= 4, x += 4 * in, y += 4 * distance) tile<4, panel>(x, weights, in, y, distance);
    for (; rows >= 2; rows -= 2, x += 2 * in, y += 2 * distance) tile<2, panel>(x, weights, in, y, distance);
    if (rows == 1) tile<1, panel>(x, weights, in, y, distance);
}

TINY_LLM_CLONES
void narrow_rows(const float* x, const float* weights, std::size_t in, std::size_t rows, float* y,
                 std::size_t distance) {
    for (; rows >= 4; rows -= 4, x += 4 * in, y += 4 * distance) {
        tile<4, panel / 2>(x, weights, in, y, distance);
        tile<4, panel / 2>(x, weights + panel / 2, in, y + panel / 2, distance);
    }
    for (; rows >= 2; rows -= 2, x += 2 * in, y += 2 * distance) tile<2, panel>(x, weights, in, y, distance);
    if (rows == 1) tile<1, panel>(x, weights, in, y, distance);
}

}  // namespace

PackedWeights::PackedWeights(const Tensor& weight)
    : in_(weight.shape(1)), outs_(weight.shape(0)), panels_((outs_ + panel - 1) / panel * in_) {
    for (std::size_t o = 0; o < outs_; ++o) {
        for (std::size_t i = 0; i < in_; ++i) panels_[o / panel * in_ + i].of[o % panel] = weight(o, i);
    }
}

void PackedWeights::operator()(const Tensor& x, Tensor& out) const {
    if (x.dimension() == 0 || x.shape().back() != in_) {
        refuse_shapes("PackedWeights", "x", shape_vector(x), "weight", {outs_, in_});
    }
    auto shape = x.shape();
    shape.back() = outs_;
    out.resize(shape);
    const std::size_t rows = in_ == 0 ? 0 : x.size() / in_;
    if (in_ == 0) out.fill(0.0f);
    const auto multiply = floats_in_register() == 16 ? wide_rows : narrow_rows;
    // Rows by blocks that stay in a cache while all panels pass.
    constexpr std::size_t block = 512;
    for (std::size_t first = 0; first < rows; first += block) {
        const std::size_t last = std::min(first + block, rows);
#pragma omp parallel for if (x.size() * outs_ > 262144)
        for (std::size_t p = 0; p < (outs_ + panel - 1) / panel; ++p) {
            const float* weights = reinterpret_cast<const float*>(panels_.data() + p * in_);
            const std::size_t columns = std::min(panel, outs_ - p * panel);
            for (std::size_t row = first; row < last; row += 8) {
                const std::size_t count = std::min<std::size_t>(8, last - row);
                float* y = out.data() + row * outs_ + p * panel;
                if (columns == panel) {
                    multiply(x.data() + row * in_, weights, in_, count, y, outs_);
                    continue;
                }
                float filled[8 * panel];
                multiply(x.data() + row * in_, weights, in_, count, filled, panel);
                for (std::size_t r = 0; r < count; ++r) std::copy_n(filled + r * panel, columns, y + r * outs_);
            }
        }
    }
}

}  // namespace tiny_llm::bench
