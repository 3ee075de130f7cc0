#include "merge_attention.hpp"

#include <cmath>

namespace tiny_llm {

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

}  // namespace tiny_llm
