#include "merge_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tiny_llm {

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

}  // namespace tiny_llm
