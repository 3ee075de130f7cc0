#include "merge_attention.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
