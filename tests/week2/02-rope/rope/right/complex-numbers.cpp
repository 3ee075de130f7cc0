#include "rope.hpp"

#include <complex>

namespace tiny_llm {

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0), "rope",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    float* head = y.data();
    for (std::size_t p = offset; p < offset + x.shape(0); ++p) {
        for (std::size_t h = 0; h < x.shape(1); ++h, head += 2 * half) {
            for (std::size_t i = 0; i < half; ++i) {
                const std::complex<float> turn(tables.cos(p, i), tables.sin(p, i));
                const std::complex<float> turned = std::complex<float>(head[i], head[i + half]) * turn;
                head[i] = turned.real();
                head[i + half] = turned.imag();
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
