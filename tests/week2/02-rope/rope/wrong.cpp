#include "rope.hpp"

namespace tiny_llm {

// ---- input-edited

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= positions, "rope", "x", x,
        "the tables", tables.cos);
    Tensor& y = const_cast<Tensor&>(x);
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        for (std::size_t h = 0; h < y.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(offset + r, i), s = tables.sin(offset + r, i);
                const float a = y(r, h, i), b = y(r, h, i + half);
                y(r, h, i) = a * c - b * s;
                y(r, h, i + half) = b * c + a * s;
            }
        }
    }
    return y;
}

// ---- interleaved

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, 2 * half, 2)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(1, 2 * half, 2)) = b * cos + a * sin;
    return y;
}

// ---- interleaved+offset-ignored

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    auto rows = xt::range(std::size_t{0}, x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, 2 * half, 2)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(1, 2 * half, 2)) = b * cos + a * sin;
    return y;
}

// ---- nothing-checked

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

// ---- position-in-16-bits

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::uint16_t r = 0; r < x.shape(0); ++r) {
        const std::uint16_t p = offset + r;
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(p, i), s = tables.sin(p, i);
                y(r, h, i) = x(r, h, i) * c - x(r, h, i + half) * s;
                y(r, h, i + half) = x(r, h, i + half) * c + x(r, h, i) * s;
            }
        }
    }
    return y;
}

// ---- positions-cut

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope", "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

// ---- positions-fall-on-heads-joined

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows), sin = xt::view(tables.sin, rows);
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    const Tensor first = a * cos - b * sin, second = b * cos + a * sin;
    return xt::concatenate(xt::xtuple(first, second), 2);
}

// ---- range-ends-at-l

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

// ---- second-from-the-new-first

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    Tensor y = x;
    auto a = xt::view(y, xt::all(), xt::all(), xt::range(0, half));
    auto b = xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half));
    a = a * cos - b * sin;
    b = b * cos + a * sin;
    return y;
}

// ---- unsigned-difference

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && x.shape(0) <= positions - offset, "rope", "x", x,
        "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

}  // namespace tiny_llm
