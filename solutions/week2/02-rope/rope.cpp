#include "rope.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope", "x", x, "the tables", tables.cos);
    const std::size_t L = x.shape(0), H = x.shape(1);
    require_shapes(offset <= positions && L <= positions - offset, "rope", "x", x,
                   "the tables from position " + std::to_string(offset) + " on,", tables.cos);
    Tensor y(xt::empty<float>({L, H, 2 * half}));
    for (std::size_t r = 0; r < L; ++r) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t p = offset + r;
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(p, i), s = tables.sin(p, i);
                const std::size_t j = i + half;
                y(r, h, i) = x(r, h, i) * c - x(r, h, j) * s;
                y(r, h, j) = x(r, h, j) * c + x(r, h, i) * s;
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
