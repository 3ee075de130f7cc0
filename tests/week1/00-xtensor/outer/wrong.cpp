#include "outer.hpp"

namespace tiny_llm {

// ---- a-reshaped

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor& column = const_cast<Tensor&>(a);
    column.reshape({a.size(), std::size_t{1}});
    return column * b;
}

// ---- reshaped-not-transposed

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = xt::view(b, xt::all(), xt::newaxis()) * a;
    out.reshape({a.size(), b.size()});
    return out;
}

// ---- row-for-column

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    return xt::view(a, xt::newaxis(), xt::all()) * b;
}

// ---- sum-for-product+last-column-missed

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = Tensor::from_shape({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j + 1 < b.size(); ++j) out(i, j) = a(i) + b(j);
    }
    return out;
}

// ---- unwritten

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out = Tensor::from_shape({a.size(), b.size()});
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) out(i, j) += a(i) * b(j);
    }
    return out;
}

// ---- values-for-shape

Tensor outer(const Tensor& a, const Tensor& b) {
    require_shapes(a.dimension() == 1 && b.dimension() == 1, "outer", "a", a, "b", b);
    Tensor out({static_cast<float>(a.size()), static_cast<float>(b.size())});
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < std::min(b.size(), out.size()); ++j) out(i, j) = a(i) * b(j);
    }
    return out;
}

// ---- written-to-a-copy

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
