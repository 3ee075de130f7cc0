#include "rope.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && x.shape(0) <= positions - offset, "rope", "x", x,
        "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

}  // namespace tiny_llm
