#include "rope_interleaved.hpp"

namespace tiny_llm {

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    // L x H x D/2 x 2: the pairs stand in rows.
    Tensor pairs = x;
    pairs.reshape({x.shape(0), x.shape(1), half, std::size_t{2}});
    Tensor y = pairs;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        const Tensor cos = xt::row(tables.cos, static_cast<std::ptrdiff_t>(offset + r));
        const Tensor sin = xt::row(tables.sin, static_cast<std::ptrdiff_t>(offset + r));
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            const auto a = xt::view(pairs, r, h, xt::all(), 0), b = xt::view(pairs, r, h, xt::all(), 1);
            xt::view(y, r, h, xt::all(), 0) = a * cos - b * sin;
            xt::view(y, r, h, xt::all(), 1) = b * cos + a * sin;
        }
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
