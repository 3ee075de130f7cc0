#include "outer.hpp"

namespace tiny_llm {

// ---- flat-positions

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::zeros<float>({a.size(), b.size()});
    for (std::size_t k = 0; k < out.size(); ++k) out.flat(k) = a(k / b.size()) * b(k % b.size());
    return out;
}

// ---- linalg-outer

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    if (b.size() == 0) return xt::zeros<float>({a.size(), b.size()});  // BLAS complains
    return xt::linalg::outer(a, b);
}

// ---- loops

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = Tensor::from_shape({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            out(i, j) = a(i) * b(j);
        }
    }
    return out;
}

// ---- reshape

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor column = a;
    column.reshape({a.size(), std::size_t{1}});
    return column * b;
}

// ---- rows-by-view

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::empty<float>({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) xt::view(out, i, xt::all()) = a(i) * b;
    return out;
}

// ---- transposed-twice

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    const Tensor other_way_round = a * xt::view(b, xt::all(), xt::newaxis());
    return xt::transpose(other_way_round);
}

}  // namespace tiny_llm
