#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    // A Tensor and not auto: an expression would be computed in the last line, from the new y.
    const Tensor turned = x * c - y * s;
    y = x * s + y * c;
    x = turned;
}

}  // namespace tiny_llm
