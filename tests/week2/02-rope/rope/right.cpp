#include "rope.hpp"

#include <complex>

namespace tiny_llm {

// ---- blas-rot

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1), positions = tables.cos.shape(0);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope", "x", x, "the tables", tables.cos);
    require_shapes(offset + x.shape(0) <= positions, "rope", "x", x, "the tables", tables.cos);
    Tensor y = x;
    // BLAS's rot turns as many pairs as one likes by one angle: here pair i of all heads.
    const auto heads = static_cast<int>(x.shape(1)), apart = static_cast<int>(2 * half);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t i = 0; i < half; ++i) {
            float* first = y.data() + r * x.shape(1) * 2 * half + i;
            cxxblas::rot(
                heads, first + half, apart, first, apart, tables.cos(offset + r, i), tables.sin(offset + r, i));
        }
    }
    return y;
}

// ---- complex-numbers

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0), "rope",
        "x", x, "the tables", tables.cos);
    Tensor y = x;
    float* head = y.data();
    for (std::size_t p = offset; p < offset + x.shape(0); ++p) {
        for (std::size_t h = 0; h < x.shape(1); ++h, head += 2 * half) {
            for (std::size_t i = 0; i < half; ++i) {
                const std::complex<float> turn(tables.cos(p, i), tables.sin(p, i));
                const std::complex<float> turned = std::complex<float>(head[i], head[i + half]) * turn;
                head[i] = turned.real();
                head[i + half] = turned.imag();
            }
        }
    }
    return y;
}

// ---- four-axes

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0), "rope",
        "x", x, "the tables", tables.cos);
    // L x H x 2 x D/2: the pairs stand in columns.
    Tensor pairs = x;
    pairs.reshape({x.shape(0), x.shape(1), std::size_t{2}, half});
    Tensor y = pairs;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        const Tensor cos = xt::row(tables.cos, static_cast<std::ptrdiff_t>(offset + r));
        const Tensor sin = xt::row(tables.sin, static_cast<std::ptrdiff_t>(offset + r));
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            const auto a = xt::view(pairs, r, h, 0), b = xt::view(pairs, r, h, 1);
            xt::view(y, r, h, 0) = a * cos - b * sin;
            xt::view(y, r, h, 1) = b * cos + a * sin;
        }
    }
    y.reshape(x.shape());
    return y;
}

// ---- in-place-with-a-copy

namespace {

void turn(float& a, float& b, float cos, float sin) {
    const float before = a;
    a = before * cos - b * sin;
    b = b * cos + before * sin;
}

}  // namespace

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    require_shapes(x.dimension() == 3 && tables.cos.shape(0) >= offset && x.shape(0) <= tables.cos.shape(0) - offset,
        "rope", "x", x, "the tables", tables.cos);
    require_shapes(x.shape(2) == 2 * tables.cos.shape(1), "rope", "x", x, "the tables", tables.cos);
    Tensor y = x;
    const std::size_t dim = x.shape(2), heads = x.shape(1);
    // From the last number to the first; a flat index has its row, its head and its column.
    for (std::size_t k = y.size(); k-- > 0;) {
        const std::size_t column = k % dim, p = offset + k / dim / heads;
        if (column < dim / 2) turn(y.data()[k], y.data()[k + dim / 2], tables.cos(p, column), tables.sin(p, column));
    }
    return y;
}

// ---- matrices

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0), "rope",
        "x", x, "the tables", tables.cos);
    Tensor y = xt::empty<float>(x.shape());
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        // A position is a D x D matrix, of a 2 x 2 rotation for each pair; all heads are multiplied by its transpose.
        Tensor turn = xt::zeros<float>({2 * half, 2 * half});
        for (std::size_t i = 0; i < half; ++i) {
            turn(i, i) = turn(half + i, half + i) = tables.cos(offset + r, i);
            turn(i, half + i) = tables.sin(offset + r, i);
            turn(half + i, i) = -tables.sin(offset + r, i);
        }
        const Tensor heads = xt::view(x, r);
        xt::view(y, r) = xt::linalg::dot(heads, turn);
    }
    return y;
}

// ---- rotate-half

namespace {

/// Both halves of a head use the same angles: L x 1 x D.
Tensor widened(const Tensor& table, std::size_t offset, std::size_t rows) {
    const Tensor used = xt::view(table, xt::range(offset, offset + rows), xt::newaxis(), xt::all());
    return xt::concatenate(xt::xtuple(used, used), 2);
}

}  // namespace

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    if (x.dimension() != 3 || x.shape(2) != 2 * tables.cos.shape(1)) {
        throw std::invalid_argument("rope: x does not fit the tables");
    }
    if (tables.cos.shape(0) < offset || tables.cos.shape(0) - offset < x.shape(0)) {
        throw std::invalid_argument("rope: not so many positions");
    }
    const std::size_t half = tables.cos.shape(1);
    const Tensor cos = widened(tables.cos, offset, x.shape(0)), sin = widened(tables.sin, offset, x.shape(0));
    const Tensor first = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const Tensor minus_second = -xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    const Tensor rotated = xt::concatenate(xt::xtuple(minus_second, first), 2);
    return x * cos + rotated * sin;
}

// ---- views

Tensor rope(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset, "rope",
        "x", x, "the tables from position " + std::to_string(offset) + " on,", tables.cos);

    // L x 1 x D/2: the same angles for every head.
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
