#include "merge_attention.hpp"

#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
