#include "rope.hpp"

namespace tiny_llm {

namespace {

/// Both halves of a head use the same angles: L x 1 x D.
Tensor widened(const Tensor& table, std::size_t offset, std::size_t rows) {
    const Tensor used = xt::view(table, xt::range(offset, offset + rows), xt::newaxis(), xt::all());
    return xt::concatenate(xt::xtuple(used, used), 2);
}

}  // namespace

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    if (x.dimension() != 3 || x.shape(2) != 2 * tables.cos.shape(1)) {
        throw std::invalid_argument("rope: x does not fit the tables");
    }
    if (tables.cos.shape(0) < offset || tables.cos.shape(0) - offset < x.shape(0)) {
        throw std::invalid_argument("rope: not so many positions");
    }
    const std::size_t half = tables.cos.shape(1);
    const Tensor cos = widened(tables.cos, offset, x.shape(0)), sin = widened(tables.sin, offset, x.shape(0));
    const Tensor first = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const Tensor minus_second = -xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    const Tensor rotated = xt::concatenate(xt::xtuple(minus_second, first), 2);
    return x * cos + rotated * sin;
}

}  // namespace tiny_llm
