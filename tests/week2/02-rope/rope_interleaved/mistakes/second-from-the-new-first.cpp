#include "rope_interleaved.hpp"

namespace tiny_llm {

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(offset + r, i), s = tables.sin(offset + r, i);
                float &a = y(r, h, 2 * i), &b = y(r, h, 2 * i + 1);
                a = a * c - b * s;
                b = b * c + a * s;
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
