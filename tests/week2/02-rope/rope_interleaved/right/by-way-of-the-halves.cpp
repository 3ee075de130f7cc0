#include "rope_interleaved.hpp"

namespace tiny_llm {

namespace {

/// L x H x A x B as L x H x (B * A): the last two axes change places. (D/2) x 2 becomes two halves, and 2 x (D/2) neighbours.
Tensor reordered(Tensor x, std::size_t a, std::size_t b) {
    const std::size_t rows = x.shape(0), heads = x.shape(1);
    x.reshape({rows, heads, a, b});
    Tensor y = xt::transpose(x, {0, 1, 3, 2});
    y.reshape({rows, heads, a * b});
    return y;
}

}  // namespace

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    // As one takes Llama's weights to Hugging Face: the neighbours are sorted into halves, and back afterwards.
    Tensor halves = reordered(x, half, 2);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        const Tensor cos = xt::view(tables.cos, offset + r), sin = xt::view(tables.sin, offset + r);
        auto first = xt::view(halves, r, xt::all(), xt::range(0, half));
        auto second = xt::view(halves, r, xt::all(), xt::range(half, 2 * half));
        const Tensor a = first, b = second;
        first = a * cos - b * sin;
        second = b * cos + a * sin;
    }
    return reordered(halves, 2, half);
}

}  // namespace tiny_llm
