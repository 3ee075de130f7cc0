#include "rotate.hpp"

namespace tiny_llm {

// ---- copies-edited

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

// ---- scaled-first

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    x *= c;
    y *= c;
    x -= y * s;
    y += x * s;
}

// ---- sin-and-cos-exchanged+x-from-new-y

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

// ---- sin-and-cos-integers

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const int c = std::cos(angle), s = std::sin(angle);
    const Tensor turned = x * c - y * s;
    y = x * s + y * c;
    x = turned;
}

// ---- x-from-new-y

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    const auto turned = x * c - y * s;
    y = x * s + y * c;
    x = turned;
}

// ---- y-from-new-x

void rotate(Tensor& x, Tensor& y, float angle) {
    require_shapes(x.shape() == y.shape(), "rotate", "x", x, "y", y);
    const float c = std::cos(angle), s = std::sin(angle);
    x = x * c - y * s;
    y = x * s + y * c;
}

}  // namespace tiny_llm
