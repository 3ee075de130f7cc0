#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    if (b.size() == 0) return xt::zeros<float>({a.size(), b.size()});  // BLAS complains
    return xt::linalg::outer(a, b);
}

}  // namespace tiny_llm
