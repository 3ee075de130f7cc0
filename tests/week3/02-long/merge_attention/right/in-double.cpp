#include "merge_attention.hpp"

#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
