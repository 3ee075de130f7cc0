#include "rotate.hpp"

namespace tiny_llm {

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    if (x.size() == 0) return;
    const float c = std::cos(angle), s = std::sin(angle);
    const Tensor turn = {{c, -s}, {s, c}};
    const Tensor points = xt::stack(xt::xtuple(xt::flatten(x), xt::flatten(y)));
    const Tensor turned = xt::linalg::dot(turn, points);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x.flat(i) = turned(0, i);
        y.flat(i) = turned(1, i);
    }
}

}  // namespace tiny_llm
