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

}  // namespace tiny_llm
