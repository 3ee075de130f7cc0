#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    x *= c;
    y *= c;
    x -= y * s;
    y += x * s;
}

}  // namespace tiny_llm
