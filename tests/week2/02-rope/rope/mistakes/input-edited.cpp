#include "rope.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= positions, "rope", "x", x,
        "the tables", tables.cos);
    Tensor& y = const_cast<Tensor&>(x);
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        for (std::size_t h = 0; h < y.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(offset + r, i), s = tables.sin(offset + r, i);
                const float a = y(r, h, i), b = y(r, h, i + half);
                y(r, h, i) = a * c - b * s;
                y(r, h, i + half) = b * c + a * s;
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
