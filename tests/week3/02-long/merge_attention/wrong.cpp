#include "merge_attention.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

// ---- both-empty-is-nan+empty-side-read

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    const Tensor largest = xt::maximum(a.lse, b.lse);
    const Tensor of_a = xt::exp(a.lse - largest), of_b = xt::exp(b.lse - largest), sum = of_a + of_b;
    const Tensor share_a = of_a / sum, share_b = of_b / sum;
    const auto column = [](const Tensor& share) { return xt::view(share, xt::all(), xt::all(), xt::newaxis()); };
    return {column(share_a) * a.output + column(share_b) * b.output, largest + xt::log(sum)};
}

// ---- input-edited

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    Partial& both = const_cast<Partial&>(a);
    const std::size_t D = a.output.shape(2);
    for (std::size_t row = 0; row < a.lse.size(); ++row) {
        const float x = a.lse.data()[row], y = b.lse.data()[row];
        float* to = both.output.data() + row * D;
        const float* other = b.output.data() + row * D;
        if (std::isinf(y)) {
            if (std::isinf(x)) std::fill_n(to, D, 0.0f);
            continue;
        }
        const float largest = std::max(x, y), sum = std::exp(x - largest) + std::exp(y - largest);
        const float of_a = std::exp(x - largest) / sum, of_b = std::exp(y - largest) / sum;
        for (std::size_t d = 0; d < D; ++d) to[d] = (std::isinf(x) ? 0 : of_a * to[d]) + of_b * other[d];
        both.lse.data()[row] = largest + std::log(sum);
    }
    return both;
}

// ---- lse-with-a-third-axis

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    // An axis of ones, to broadcast over the numbers of a head.
    const Tensor x = xt::view(a.lse, xt::all(), xt::all(), xt::newaxis()),
                 y = xt::view(b.lse, xt::all(), xt::all(), xt::newaxis());
    const Tensor larger = xt::maximum(x, y), largest = xt::where(xt::isinf(larger), 0.0f, larger);
    const Tensor of_a = xt::exp(x - largest), of_b = xt::exp(y - largest), sum = of_a + of_b;
    const Tensor divisor = xt::maximum(sum, 1e-30f);
    const Tensor output = xt::where(xt::isinf(x), 0.0f, of_a / divisor * a.output) +
                          xt::where(xt::isinf(y), 0.0f, of_b / divisor * b.output);
    return {output, largest + xt::log(sum)};
}

// ---- no-largest

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    const std::size_t D = a.output.shape(2);
    Partial both{xt::zeros<float>(a.output.shape()), a.lse};
    for (std::size_t row = 0; row < a.lse.size(); ++row) {
        if (std::isinf(a.lse.data()[row]) && std::isinf(b.lse.data()[row])) continue;
        const float of_a = std::exp(a.lse.data()[row]), of_b = std::exp(b.lse.data()[row]), sum = of_a + of_b;
        for (std::size_t d = 0; d < D; ++d) {
            float& y = both.output.data()[row * D + d];
            if (!std::isinf(a.lse.data()[row])) y += of_a / sum * a.output.data()[row * D + d];
            if (!std::isinf(b.lse.data()[row])) y += of_b / sum * b.output.data()[row * D + d];
        }
        both.lse.data()[row] = std::log(sum);
    }
    return both;
}

// ---- none-below-minus-80

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    const std::size_t D = a.output.shape(2);
    Partial both{xt::zeros<float>(a.output.shape()), xt::zeros<float>(a.lse.shape())};
    for (std::size_t row = 0; row < a.lse.size(); ++row) {
        const float x = a.lse.data()[row], y = b.lse.data()[row];
        // exp of less is as good as nothing.
        const bool has_a = x > -80, has_b = y > -80;
        both.lse.data()[row] = -INFINITY;
        if (!has_a && !has_b) continue;
        const float largest = std::max(x, y);
        const float of_a = std::exp(x - largest), of_b = std::exp(y - largest);
        for (std::size_t d = 0; d < D; ++d) {
            if (has_a) both.output.data()[row * D + d] += of_a / (of_a + of_b) * a.output.data()[row * D + d];
            if (has_b) both.output.data()[row * D + d] += of_b / (of_a + of_b) * b.output.data()[row * D + d];
        }
        both.lse.data()[row] = largest + std::log(of_a + of_b);
    }
    return both;
}

}  // namespace tiny_llm
