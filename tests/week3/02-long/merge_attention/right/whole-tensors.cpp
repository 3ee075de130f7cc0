#include "merge_attention.hpp"

#include <limits>

namespace tiny_llm {

Partial merge_attention(const Partial& a, const Partial& b) {
    require_shapes(a.output.dimension() == 3 && a.lse.dimension() == 2 && a.lse.shape(0) == a.output.shape(0) &&
                       a.lse.shape(1) == a.output.shape(1),
        "merge_attention", "a.lse", a.lse, "a.output", a.output);
    require_shapes(b.output.shape() == a.output.shape(), "merge_attention", "b.output", b.output, "a.output", a.output);
    require_shapes(b.lse.shape() == a.lse.shape(), "merge_attention", "b.lse", b.lse, "a.lse", a.lse);
    constexpr float none = -std::numeric_limits<float>::infinity();
    const Tensor larger = xt::maximum(a.lse, b.lse);
    const Tensor largest = xt::where(xt::equal(larger, none), 0.0f, larger);
    const Tensor of_a = xt::exp(a.lse - largest), of_b = xt::exp(b.lse - largest);
    const Tensor sum = of_a + of_b;
    const Tensor divisor = xt::where(xt::equal(sum, 0.0f), 1.0f, sum);
    const auto share = [&](const Tensor& output, const Tensor& of, const Tensor& lse) {
        const Tensor part = of / divisor;
        const auto each = xt::view(part, xt::all(), xt::all(), xt::newaxis());
        const auto seen = xt::view(lse, xt::all(), xt::all(), xt::newaxis()) > none;
        return Tensor(xt::where(seen, each * output, 0.0f));
    };
    return {share(a.output, of_a, a.lse) + share(b.output, of_b, b.lse), largest + xt::log(sum)};
}

}  // namespace tiny_llm
