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

}  // namespace tiny_llm
