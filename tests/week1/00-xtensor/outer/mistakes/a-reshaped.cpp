#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor& column = const_cast<Tensor&>(a);
    column.reshape({a.size(), std::size_t{1}});
    return column * b;
}

}  // namespace tiny_llm
