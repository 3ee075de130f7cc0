#include "rotate.hpp"

#include <complex>

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const auto turn = std::polar(1.0, static_cast<double>(angle));
    auto v = y.begin();
    for (float& u : x) {
        const std::complex<double> point = turn * std::complex<double>(u, *v);
        u = static_cast<float>(point.real());
        *v++ = static_cast<float>(point.imag());
    }
}

}  // namespace tiny_llm
