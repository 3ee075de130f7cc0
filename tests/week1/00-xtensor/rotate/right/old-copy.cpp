#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const Tensor old = x;
    x = old * std::cos(angle) - y * std::sin(angle);
    y = old * std::sin(angle) + y * std::cos(angle);
}

}  // namespace tiny_llm
