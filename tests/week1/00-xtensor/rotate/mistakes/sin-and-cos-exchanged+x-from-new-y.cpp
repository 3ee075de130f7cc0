#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::sin(angle), s = std::cos(angle);
    for (std::size_t i = 0; i < x.size(); ++i) {
        float& a = x.flat(i);
        float& b = y.flat(i);
        b = a * s + b * c;
        a = a * c - b * s;
    }
}

}  // namespace tiny_llm
