#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    const Tensor other_way_round = a * xt::view(b, xt::all(), xt::newaxis());
    return xt::transpose(other_way_round);
}

}  // namespace tiny_llm
