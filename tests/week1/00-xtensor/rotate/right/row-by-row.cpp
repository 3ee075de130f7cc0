#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    if (x.dimension() > 0) {
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            Tensor row_x = xt::view(x, i), row_y = xt::view(y, i);
            rotate(row_x, row_y, angle);
            xt::view(x, i) = row_x;
            xt::view(y, i) = row_y;
        }
        return;
    }
    const float u = x(), v = y();
    x() = u * std::cos(angle) - v * std::sin(angle);
    y() = u * std::sin(angle) + v * std::cos(angle);
}

}  // namespace tiny_llm
