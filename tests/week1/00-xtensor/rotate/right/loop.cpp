#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float old_x = x.flat(i), old_y = y.flat(i);
        x.flat(i) = old_x * c - old_y * s;
        y.flat(i) = old_x * s + old_y * c;
    }
}

}  // namespace tiny_llm
