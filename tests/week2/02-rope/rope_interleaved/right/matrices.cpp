#include "rope_interleaved.hpp"

namespace tiny_llm {

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = xt::empty<float>(x.shape());
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        // A position is a D x D matrix, of a 2 x 2 rotation for each pair; all heads are multiplied by its transpose.
        Tensor turn = xt::zeros<float>({2 * half, 2 * half});
        for (std::size_t i = 0; i < half; ++i) {
            turn(2 * i, 2 * i) = turn(2 * i + 1, 2 * i + 1) = tables.cos(offset + r, i);
            turn(2 * i, 2 * i + 1) = tables.sin(offset + r, i);
            turn(2 * i + 1, 2 * i) = -tables.sin(offset + r, i);
        }
        const Tensor heads = xt::view(x, r);
        xt::view(y, r) = xt::linalg::dot(heads, turn);
    }
    return y;
}

}  // namespace tiny_llm
