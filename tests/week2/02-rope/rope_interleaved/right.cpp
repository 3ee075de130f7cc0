#include "rope_interleaved.hpp"

#include <complex>

namespace tiny_llm {

// ---- blas-rot

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1), positions = tables.cos.shape(0);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope_interleaved", "x", x, "the tables", tables.cos);
    require_shapes(offset + x.shape(0) <= positions, "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    // BLAS's rot turns as many pairs as one likes by one angle: here pair i of all heads.
    const auto heads = static_cast<int>(x.shape(1)), apart = static_cast<int>(2 * half);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t i = 0; i < half; ++i) {
            float* first = y.data() + r * x.shape(1) * 2 * half + 2 * i;
            cxxblas::rot(heads, first + 1, apart, first, apart, tables.cos(offset + r, i), tables.sin(offset + r, i));
        }
    }
    return y;
}

// ---- by-way-of-the-halves

namespace {

/// L x H x A x B as L x H x (B * A): the last two axes change places. (D/2) x 2 becomes two halves, and 2 x (D/2) neighbours.
Tensor reordered(Tensor x, std::size_t a, std::size_t b) {
    const std::size_t rows = x.shape(0), heads = x.shape(1);
    x.reshape({rows, heads, a, b});
    Tensor y = xt::transpose(x, {0, 1, 3, 2});
    y.reshape({rows, heads, a * b});
    return y;
}

}  // namespace

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    // As one takes Llama's weights to Hugging Face: the neighbours are sorted into halves, and back afterwards.
    Tensor halves = reordered(x, half, 2);
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        const Tensor cos = xt::view(tables.cos, offset + r), sin = xt::view(tables.sin, offset + r);
        auto first = xt::view(halves, r, xt::all(), xt::range(0, half));
        auto second = xt::view(halves, r, xt::all(), xt::range(half, 2 * half));
        const Tensor a = first, b = second;
        first = a * cos - b * sin;
        second = b * cos + a * sin;
    }
    return reordered(halves, 2, half);
}

// ---- complex-numbers

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    float* head = y.data();
    for (std::size_t p = offset; p < offset + x.shape(0); ++p) {
        for (std::size_t h = 0; h < x.shape(1); ++h, head += 2 * half) {
            for (std::size_t i = 0; i < half; ++i) {
                const std::complex<float> turn(tables.cos(p, i), tables.sin(p, i));
                const std::complex<float> turned = std::complex<float>(head[2 * i], head[2 * i + 1]) * turn;
                head[2 * i] = turned.real();
                head[2 * i + 1] = turned.imag();
            }
        }
    }
    return y;
}

// ---- four-axes

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    // L x H x D/2 x 2: the pairs stand in rows.
    Tensor pairs = x;
    pairs.reshape({x.shape(0), x.shape(1), half, std::size_t{2}});
    Tensor y = pairs;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        const Tensor cos = xt::row(tables.cos, static_cast<std::ptrdiff_t>(offset + r));
        const Tensor sin = xt::row(tables.sin, static_cast<std::ptrdiff_t>(offset + r));
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            const auto a = xt::view(pairs, r, h, xt::all(), 0), b = xt::view(pairs, r, h, xt::all(), 1);
            xt::view(y, r, h, xt::all(), 0) = a * cos - b * sin;
            xt::view(y, r, h, xt::all(), 1) = b * cos + a * sin;
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

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    require_shapes(x.dimension() == 3 && tables.cos.shape(0) >= offset && x.shape(0) <= tables.cos.shape(0) - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    require_shapes(x.shape(2) == 2 * tables.cos.shape(1), "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    const std::size_t dim = x.shape(2), heads = x.shape(1);
    // From the last number to the first; a flat index has its row, its head and its column.
    for (std::size_t k = y.size(); k-- > 0;) {
        const std::size_t column = k % dim, p = offset + k / dim / heads;
        if (column % 2 == 0) turn(y.data()[k], y.data()[k + 1], tables.cos(p, column / 2), tables.sin(p, column / 2));
    }
    return y;
}

// ---- loops

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half, "rope_interleaved", "x", x, "the tables", tables.cos);
    const std::size_t L = x.shape(0), H = x.shape(1);
    if (offset + L > positions) throw std::invalid_argument("rope_interleaved: a position beyond the tables");
    Tensor y = xt::empty<float>({L, H, 2 * half});
    for (std::size_t r = 0; r < L; ++r) {
        for (std::size_t h = 0; h < H; ++h) {
            const std::size_t p = offset + r;
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(p, i), s = tables.sin(p, i);
                const std::size_t j = 2 * i, k = 2 * i + 1;
                y(r, h, j) = x(r, h, j) * c - x(r, h, k) * s;
                y(r, h, k) = x(r, h, k) * c + x(r, h, j) * s;
            }
        }
    }
    return y;
}

// ---- matrices

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t half = tables.cos.shape(1);
    require_shapes(x.dimension() == 3 && x.shape(2) == 2 * half && offset + x.shape(0) <= tables.cos.shape(0),
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = xt::empty<float>(x.shape());
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        // A position is a D x D matrix, of a 2 x 2 rotation for each pair; all heads are multiplied by its transpose.
        Tensor turn = xt::zeros<float>({2 * half, 2 * half});
        for (std::size_t i = 0; i < half; ++i) {
            turn(2 * i, 2 * i) = turn(2 * i + 1, 2 * i + 1) = tables.cos(offset + r, i);
            turn(2 * i, 2 * i + 1) = tables.sin(offset + r, i);
            turn(2 * i + 1, 2 * i) = -tables.sin(offset + r, i);
        }
        const Tensor heads = xt::view(x, r);
        xt::view(y, r) = xt::linalg::dot(heads, turn);
    }
    return y;
}

// ---- repeated-tables

namespace {

/// Two neighbours use the same angle: L x 1 x D.
Tensor widened(const Tensor& table, std::size_t offset, std::size_t rows) {
    const Tensor used = xt::view(table, xt::range(offset, offset + rows), xt::newaxis(), xt::all());
    return xt::repeat(used, 2, 2);
}

}  // namespace

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    if (x.dimension() != 3 || x.shape(2) != 2 * tables.cos.shape(1)) {
        throw std::invalid_argument("rope_interleaved: x does not fit the tables");
    }
    if (tables.cos.shape(0) < offset || tables.cos.shape(0) - offset < x.shape(0)) {
        throw std::invalid_argument("rope_interleaved: not so many positions");
    }
    const std::size_t half = tables.cos.shape(1);
    const Tensor cos = widened(tables.cos, offset, x.shape(0)), sin = widened(tables.sin, offset, x.shape(0));
    Tensor rotated = xt::empty<float>(x.shape());
    xt::view(rotated, xt::all(), xt::all(), xt::range(0, 2 * half, 2)) =
        -xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    xt::view(rotated, xt::all(), xt::all(), xt::range(1, 2 * half, 2)) =
        xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    return x * cos + rotated * sin;
}

}  // namespace tiny_llm
