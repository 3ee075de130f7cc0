#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::zeros<float>({a.size(), b.size()});
    for (std::size_t k = 0; k < out.size(); ++k) out.flat(k) = a(k / b.size()) * b(k % b.size());
    return out;
}

}  // namespace tiny_llm
