#include "rope_interleaved.hpp"

namespace tiny_llm {

namespace {

void turn(float& a, float& b, float cos, float sin) {
    const float before = a;
    a = before * cos - b * sin;
    b = b * cos + before * sin;
}

}  // namespace

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    require_shapes(x.dimension() == 3 && tables.cos.shape(0) >= offset && x.shape(0) <= tables.cos.shape(0) - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    require_shapes(x.shape(2) == 2 * tables.cos.shape(1), "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    const std::size_t dim = x.shape(2), heads = x.shape(1);
    // From the last number to the first; a flat index has its row, its head and its column.
    for (std::size_t k = y.size(); k-- > 0;) {
        const std::size_t column = k % dim, p = offset + k / dim / heads;
        if (column % 2 == 0) turn(y.data()[k], y.data()[k + 1], tables.cos(p, column / 2), tables.sin(p, column / 2));
    }
    return y;
}

}  // namespace tiny_llm
