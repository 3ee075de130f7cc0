#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    // One column and one row: broadcasting repeats both to M x N.
    return xt::view(a, xt::all(), xt::newaxis()) * b;
}

}  // namespace tiny_llm
