#include "rotate.hpp"

#include <utility>

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    Tensor new_x = x * c - y * s, new_y = x * s + y * c;
    std::swap(x, new_x);
    std::swap(y, new_y);
}

}  // namespace tiny_llm
