#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    return xt::view(a, xt::newaxis(), xt::all()) * b;
}

}  // namespace tiny_llm
