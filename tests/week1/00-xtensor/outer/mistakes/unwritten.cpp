#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = Tensor::from_shape({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) out(i, j) += a(i) * b(j);
    }
    return out;
}

}  // namespace tiny_llm
