#include "rope.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::uint16_t r = 0; r < x.shape(0); ++r) {
        const std::uint16_t p = offset + r;
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(p, i), s = tables.sin(p, i);
                y(r, h, i) = x(r, h, i) * c - x(r, h, i + half) * s;
                y(r, h, i + half) = x(r, h, i + half) * c + x(r, h, i) * s;
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
