#include "merge_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tiny_llm {

// ---- in-double

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    Partial both{a.output, a.lse};
    const std::size_t heads = a.output.shape(1), D = a.output.shape(2);
    for (std::size_t i = 0; i < a.output.shape(0); ++i) {
        for (std::size_t h = 0; h < heads; ++h) {
            const double x = a.lse(i, h), y = b.lse(i, h),
                         lse = x == y ? x + std::log(2.0) : std::fmax(x, y) + std::log1p(std::exp(-std::fabs(x - y)));
            both.lse(i, h) = static_cast<float>(lse);
            for (std::size_t d = 0; d < D; ++d) {
                double sum = 0;
                if (std::isfinite(x)) sum += std::exp(x - lse) * a.output(i, h, d);
                if (std::isfinite(y)) sum += std::exp(y - lse) * b.output(i, h, d);
                both.output(i, h, d) = static_cast<float>(sum);
            }
        }
    }
    return both;
}

// ---- logaddexp

/// log(exp(x) + exp(y)), of two that are not both -infinity.
static float log_add_exp(float x, float y) {
    return std::max(x, y) + std::log1p(std::exp(std::min(x, y) - std::max(x, y)));
}

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    const std::size_t L = a.output.shape(0), H = a.output.shape(1), D = a.output.shape(2);
    constexpr float none = -std::numeric_limits<float>::infinity();
    Tensor output = xt::zeros<float>({L, H, D}), lse = xt::zeros<float>({L, H});
    for (std::size_t i = 0; i < L; ++i) {
        for (std::size_t h = 0; h < H; ++h) {
            if (b.lse(i, h) == none) {
                lse(i, h) = a.lse(i, h);
                for (std::size_t d = 0; d < D && lse(i, h) != none; ++d) output(i, h, d) = a.output(i, h, d);
            } else if (a.lse(i, h) == none) {
                lse(i, h) = b.lse(i, h);
                for (std::size_t d = 0; d < D; ++d) output(i, h, d) = b.output(i, h, d);
            } else {
                lse(i, h) = log_add_exp(a.lse(i, h), b.lse(i, h));
                for (std::size_t d = 0; d < D; ++d) {
                    output(i, h, d) = std::exp(a.lse(i, h) - lse(i, h)) * a.output(i, h, d) +
                                      std::exp(b.lse(i, h) - lse(i, h)) * b.output(i, h, d);
                }
            }
        }
    }
    return {output, lse};
}

// ---- sigmoid

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    // As ring attention has it, once the sides without a key are out of the way.
    Partial both = a;
    const std::size_t D = a.output.shape(2);
    for (std::size_t row = 0; row < a.lse.size(); ++row) {
        const float x = a.lse.data()[row], y = b.lse.data()[row];
        float* to = both.output.data() + row * D;
        const float* other = b.output.data() + row * D;
        if (std::isinf(x) && std::isinf(y)) {
            for (std::size_t d = 0; d < D; ++d) to[d] = 0;
        } else if (std::isinf(x)) {
            for (std::size_t d = 0; d < D; ++d) to[d] = other[d];
            both.lse.data()[row] = y;
        } else if (!std::isinf(y)) {
            const double of_b = 1 / (1 + std::exp(double{x} - y));
            for (std::size_t d = 0; d < D; ++d) to[d] = static_cast<float>(to[d] - of_b * (double{to[d]} - other[d]));
            // -log(sigmoid(x - y)) is log(1 + exp(y - x)), which overflows where y is far above.
            both.lse.data()[row] = static_cast<float>(
                x > y ? x + std::log1p(std::exp(double{y} - x)) : y + std::log1p(std::exp(double{x} - y)));
        }
    }
    return both;
}

// ---- whole-tensors

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    constexpr float none = -std::numeric_limits<float>::infinity();
    const Tensor larger = xt::maximum(a.lse, b.lse);
    const Tensor largest = xt::where(xt::equal(larger, none), 0.0f, larger);
    const Tensor of_a = xt::exp(a.lse - largest), of_b = xt::exp(b.lse - largest);
    const Tensor sum = of_a + of_b;
    const Tensor divisor = xt::where(xt::equal(sum, 0.0f), 1.0f, sum);
    const auto share = [&](const Tensor& output, const Tensor& of, const Tensor& lse) {
        const Tensor part = of / divisor;
        const auto each = xt::view(part, xt::all(), xt::all(), xt::newaxis());
        const auto seen = xt::view(lse, xt::all(), xt::all(), xt::newaxis()) > none;
        return Tensor(xt::where(seen, each * output, 0.0f));
    };
    return {share(a.output, of_a, a.lse) + share(b.output, of_b, b.lse), largest + xt::log(sum)};
}

}  // namespace tiny_llm
