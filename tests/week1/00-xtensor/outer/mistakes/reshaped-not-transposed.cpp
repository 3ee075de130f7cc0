#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::view(b, xt::all(), xt::newaxis()) * a;
    out.reshape({a.size(), b.size()});
    return out;
}

}  // namespace tiny_llm
