#include "rope_interleaved.hpp"

namespace tiny_llm {

// ---- column-of-the-number

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < 2 * half; i += 2) {
                const float c = tables.cos(offset + r, i), s = tables.sin(offset + r, i);
                y(r, h, i) = x(r, h, i) * c - x(r, h, i + 1) * s;
                y(r, h, i + 1) = x(r, h, i + 1) * c + x(r, h, i) * s;
            }
        }
    }
    return y;
}

// ---- halves+offset-ignored

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    auto rows = xt::range(std::size_t{0}, x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, half));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(half, 2 * half));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, half)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(half, 2 * half)) = b * cos + a * sin;
    return y;
}

// ---- neighbours-read-halves-written

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    const Tensor first = a * cos - b * sin, second = b * cos + a * sin;
    return xt::concatenate(xt::xtuple(first, second), 2);
}

// ---- positions-fall-on-heads-joined

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, offset + x.shape(0));
    const auto cos = xt::view(tables.cos, rows), sin = xt::view(tables.sin, rows);
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    const Tensor first = a * cos - b * sin, second = b * cos + a * sin;
    const std::vector<std::size_t> shape{first.shape(0), first.shape(1), 2 * half};
    Tensor y = xt::stack(xt::xtuple(first, second), 3);
    return y.reshape(shape);
}

// ---- range-ends-at-l

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    auto rows = xt::range(offset, x.shape(0));
    const auto cos = xt::view(tables.cos, rows, xt::newaxis(), xt::all());
    const auto sin = xt::view(tables.sin, rows, xt::newaxis(), xt::all());
    const auto a = xt::view(x, xt::all(), xt::all(), xt::range(0, 2 * half, 2));
    const auto b = xt::view(x, xt::all(), xt::all(), xt::range(1, 2 * half, 2));
    Tensor y = xt::empty<float>(x.shape());
    xt::view(y, xt::all(), xt::all(), xt::range(0, 2 * half, 2)) = a * cos - b * sin;
    xt::view(y, xt::all(), xt::all(), xt::range(1, 2 * half, 2)) = b * cos + a * sin;
    return y;
}

// ---- second-from-the-new-first

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables", tables.cos);
    Tensor y = x;
    for (std::size_t r = 0; r < x.shape(0); ++r) {
        for (std::size_t h = 0; h < x.shape(1); ++h) {
            for (std::size_t i = 0; i < half; ++i) {
                const float c = tables.cos(offset + r, i), s = tables.sin(offset + r, i);
                float &a = y(r, h, 2 * i), &b = y(r, h, 2 * i + 1);
                a = a * c - b * s;
                b = b * c + a * s;
            }
        }
    }
    return y;
}

// ---- second-half-as-it-was

Tensor rope_interleaved(const Tensor& x, const RopeTables& tables, std::size_t offset) {
    const std::size_t positions = tables.cos.shape(0), half = tables.cos.shape(1);
    require_shapes(
        x.dimension() == 3 && x.shape(2) == 2 * half && offset <= positions && x.shape(0) <= positions - offset,
        "rope_interleaved", "x", x, "the tables from position " + std::to_string(offset) + " on,", tables.cos);
    const std::size_t L = x.shape(0), H = x.shape(1);
    Tensor y = x;
    for (std::size_t r = 0; r < L; ++r) {
        for (std::size_t h = 0; h < H; ++h) {
            for (std::size_t i = 0; i < half; i += 2) {
                const float c = tables.cos(offset + r, i / 2), s = tables.sin(offset + r, i / 2);
                const float a = x(r, h, i), b = x(r, h, i + 1);
                y(r, h, i) = a * c - b * s;
                y(r, h, i + 1) = b * c + a * s;
            }
        }
    }
    return y;
}

}  // namespace tiny_llm
