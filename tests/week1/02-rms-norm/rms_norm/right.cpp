#include "rms_norm.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace tiny_llm {

// ---- dot

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.size() == 0) return x;
    Tensor rows = x;
    rows.reshape({x.size() / dim, dim});
    const Tensor ones = xt::ones<float>({dim, std::size_t{1}});
    const Tensor squares = rows * rows;
    const Tensor sum = xt::linalg::dot(squares, ones);
    Tensor y = rows / xt::sqrt(sum / static_cast<float>(dim) + eps) * weight;
    y.reshape(x.shape());
    return y;
}

// ---- double-loop

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        double sum = 0;
        for (std::size_t i = 0; i < dim; ++i) sum += std::pow(static_cast<double>(x.data()[row * dim + i]), 2);
        const double scale = 1 / std::sqrt(sum / static_cast<double>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            float& element = y.data()[row * dim + i];
            element = static_cast<float>(element * scale * weight(i));
        }
    }
    return y;
}

// ---- eval

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    return weight * x / xt::sqrt(xt::eval(xt::mean(xt::square(x), {last}, xt::keep_dims)) + eps);
}

// ---- float-loop

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = xt::empty<float>(x.shape());
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) sum += x.data()[start + i] * x.data()[start + i];
        const float rms = std::sqrt(sum / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = x.data()[start + i] / rms * weight(i);
    }
    return y;
}

// ---- in-place

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = xt::square(x);
    const Tensor mean_square = xt::mean(y, {x.dimension() - 1}, xt::keep_dims);
    y = x;
    y /= xt::sqrt(mean_square + eps);
    y *= weight;
    return y;
}

// ---- largest-first

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    // Squares of x / largest, so that no square overflows; eps is scaled alike.
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        float* row = y.data() + start;
        float largest = std::sqrt(eps);
        for (std::size_t i = 0; i < dim; ++i) largest = std::max(largest, std::abs(row[i]));
        float sum = 0;
        for (std::size_t i = 0; i < dim; ++i) {
            row[i] /= largest;
            sum += row[i] * row[i];
        }
        const float rms = std::sqrt(sum / dim + eps / largest / largest);
        for (std::size_t i = 0; i < dim; ++i) row[i] = row[i] * weight(i) / rms;
    }
    return y;
}

// ---- one-line

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    return weight * x / xt::sqrt(Tensor(xt::mean(xt::square(x), {last}, xt::keep_dims)) + eps);
}

// ---- pairwise-sum

static float sum_of_squares(const float* row, std::size_t count) {
    if (count == 1) return row[0] * row[0];
    return sum_of_squares(row, count / 2) + sum_of_squares(row + count / 2, count - count / 2);
}

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float mean_square = sum_of_squares(x.data() + start, dim) / static_cast<float>(dim);
        const float rms = std::sqrt(mean_square + eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[start + i] = weight(i) * (x.data()[start + i] / rms);
    }
    return y;
}

// ---- pointers

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = xt::empty<float>(x.shape());
    float* out = y.data();
    for (const float* row = x.data(); row != x.data() + x.size(); row += dim, out += dim) {
        const float scale = 1.0f / std::sqrt(std::inner_product(row, row + dim, row, 0.0f) / dim + eps);
        std::transform(row, row + dim, weight.data(), out, [&](float v, float w) { return scale * v * w; });
    }
    return y;
}

// ---- reciprocal

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(x * x, {last}, xt::keep_dims);
    const Tensor reciprocal = xt::pow(mean_square + eps, -0.5f);
    return weight * (x * reciprocal);
}

// ---- recursion

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    if (x.dimension() == 1) {
        const float mean_square = xt::mean(xt::square(x))();
        return x * weight / std::sqrt(mean_square + eps);
    }
    Tensor y = x;
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        const Tensor part = xt::view(x, i);
        xt::view(y, i) = (*this)(part);
    }
    return y;
}

// ---- rows-by-view

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    const Tensor rows = xt::reshape_view(x, {x.size() / dim, dim});
    Tensor y = xt::zeros_like(rows);
    for (std::size_t r = 0; r < rows.shape(0); ++r) {
        const auto row = xt::row(rows, static_cast<std::ptrdiff_t>(r));
        const float sum = xt::sum(row * row)();
        xt::row(y, static_cast<std::ptrdiff_t>(r)) = weight * row / std::sqrt(sum / dim + eps);
    }
    y.reshape(x.shape());
    return y;
}

// ---- sum-of-squares

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    // sqrt(D) / sqrt(sum + D eps), the sum taken from the back in four parts.
    Tensor y = x;
    const float d = static_cast<float>(dim);
    for (std::size_t r = 0; r * dim < x.size(); ++r) {
        float part[4] = {};
        for (std::size_t i = dim; i-- > 0;) part[i % 4] += y.data()[r * dim + i] * y.data()[r * dim + i];
        const float scale = std::sqrt(d) / std::sqrt((part[0] + part[1]) + (part[2] + part[3]) + d * eps);
        for (std::size_t i = 0; i < dim; ++i) y.data()[r * dim + i] *= weight(i) * scale;
    }
    return y;
}

}  // namespace tiny_llm
