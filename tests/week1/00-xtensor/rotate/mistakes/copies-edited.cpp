#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    for (std::size_t i = 0; i < x.size(); ++i) {
        auto a = x.flat(i), b = y.flat(i);
        const float old_a = a;
        a = old_a * c - b * s;
        b = old_a * s + b * c;
    }
}

}  // namespace tiny_llm
