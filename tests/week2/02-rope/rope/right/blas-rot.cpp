#include "rope.hpp"

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1), positions = tables.cos.shape(0);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope", "x", x, "the tables", tables.cos);
    require_shapes(offset + x.shape(0) <= positions, "rope", "x", x, "the tables", tables.cos);
    Tensor y = x;
    // BLAS's rot turns as many pairs as one likes by one angle: here pair i of all heads.
    const auto heads = static_cast<int>(x.shape(1)), apart = static_cast<int>(2 * half);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t i = 0; i < half; ++i) {
            float* first = y.data() + r * x.shape(1) * 2 * half + i;
            cxxblas::rot(
                heads, first + half, apart, first, apart, tables.cos(offset + r, i), tables.sin(offset + r, i));
        }
    }
    return y;
}

}  // namespace tiny_llm
