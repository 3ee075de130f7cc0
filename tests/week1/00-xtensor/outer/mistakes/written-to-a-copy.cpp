#include "outer.hpp"

namespace tiny_llm {

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::zeros<float>({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        Tensor row = xt::view(out, i, xt::all());
        row = a(i) * b;
    }
    return out;
}

}  // namespace tiny_llm
