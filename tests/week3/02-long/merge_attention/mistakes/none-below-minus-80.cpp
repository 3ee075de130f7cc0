#include "merge_attention.hpp"

#include <algorithm>
#include <cmath>

namespace tiny_llm {

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
