#include "rotate.hpp"

#include <complex>
#include <utility>

namespace tiny_llm {

// ---- both-new

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    Tensor new_x = x * c - y * s, new_y = x * s + y * c;
    std::swap(x, new_x);
    std::swap(y, new_y);
}

// ---- complex

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

// ---- loop

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float old_x = x.flat(i), old_y = y.flat(i);
        x.flat(i) = old_x * c - old_y * s;
        y.flat(i) = old_x * s + old_y * c;
    }
}

// ---- matrix

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

// ---- old-copy

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const Tensor old = x;
    x = old * std::cos(angle) - y * std::sin(angle);
    y = old * std::sin(angle) + y * std::cos(angle);
}

// ---- row-by-row

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
