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
    Partial both{xt::zeros<float>(a.output.shape()), xt::empty<float>(a.lse.shape())};
    for (std::size_t row = 0; row < a.lse.size(); ++row) {
        const float largest = std::max(a.lse.flat(row), b.lse.flat(row));
        both.lse.flat(row) = largest;
        if (largest == -INFINITY) continue;  // no key on either side: 0, as it is
        float sum = 0.0f;
        for (const Partial* side : {&a, &b}) sum += std::exp(side->lse.flat(row) - largest);
        both.lse.flat(row) += std::log(sum);
        for (const Partial* side : {&a, &b}) {
            if (side->lse.flat(row) == -INFINITY) continue;  // 0 times NaN would be NaN
            const float share = std::exp(side->lse.flat(row) - largest) / sum;
            const float* from = side->output.data() + row * D;
            float* to = both.output.data() + row * D;
            for (std::size_t d = 0; d < D; ++d) to[d] += share * from[d];
        }
    }
    return both;
}

}  // namespace tiny_llm
