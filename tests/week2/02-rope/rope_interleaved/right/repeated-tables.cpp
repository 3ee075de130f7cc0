#include "rope_interleaved.hpp"

namespace tiny_llm {

namespace {

/// Two neighbours use the same angle: L x 1 x D.
Tensor widened(const Tensor& table, std::size_t offset, std::size_t rows) {
    const Tensor used = xt::view(table, xt::range(offset, offset + rows), xt::newaxis(), xt::all());
    return xt::repeat(used, 2, 2);
}

}  // namespace

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    if (x.dimension() != 3 || x.shape(2) != 2 * tables.cos.shape(1)) {
        throw std::invalid_argument("rope_interleaved: x does not fit the tables");
    }
    if (tables.cos.shape(0) < offset || tables.cos.shape(0) - offset < x.shape(0)) {
        throw std::invalid_argument("rope_interleaved: not so many positions");
    }
    const std::size_t half = tables.cos.shape(1);
    const Tensor cos = widened(tables.cos, offset, x.shape(0)), sin = widened(tables.sin, offset, x.shape(0));
    Tensor rotated = xt::empty<float>(x.shape());
    xt::view(rotated, xt::all(), xt::all(), xt::range(0, 2 * half, 2)) =
        -xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    xt::view(rotated, xt::all(), xt::all(), xt::range(1, 2 * half, 2)) =
        xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    return x * cos + rotated * sin;
}

}  // namespace tiny_llm
