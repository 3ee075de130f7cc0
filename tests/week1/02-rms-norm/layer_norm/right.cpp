#include "layer_norm.hpp"

#include <numeric>

namespace tiny_llm {

// ---- columns

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    // Columns instead of rows: what has one value for each column broadcasts without keep_dims.
    const std::size_t width = x.shape().back();
    Tensor rows = x;
    rows.reshape({width ? x.size() / width : 0, width});
    const Tensor columns = xt::transpose(rows);
    const Tensor mean = xt::mean(columns, {0});
    const Tensor c = columns - mean;
    const Tensor deviation = xt::sqrt(xt::mean(c * c, {0}) + eps);
    const Tensor normalized = c / deviation;
    Tensor y = weight * xt::transpose(normalized) + bias;
    y.reshape(x.shape());
    return y;
}

// ---- float-loops

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float mean = 0;
        for (std::size_t j = 0; j < width; ++j) mean += x.data()[start + j];
        mean /= static_cast<float>(width);
        float var = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float d = x.data()[start + j] - mean;
            var += d * d;
        }
        var /= static_cast<float>(width);
        const float scale = 1.0f / std::sqrt(var + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = (x.data()[start + j] - mean) * scale * weight(j) + bias(j);
        }
    }
    return y;
}

// ---- one-pass-in-double

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        double sum = 0, squares = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const double v = x.data()[start + j];
            sum += v;
            squares += v * v;
        }
        const double n = static_cast<double>(width);
        const double mean = sum / n;
        const double scale = 1 / std::sqrt(squares / n - mean * mean + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const double normalized = (x.data()[start + j] - mean) * scale;
            y.data()[start + j] = static_cast<float>(normalized * weight(j) + bias(j));
        }
    }
    return y;
}

// ---- recursion-on-leading-axes

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    if (x.dimension() > 1) {
        Tensor y = xt::empty_like(x);
        for (std::size_t i = 0; i < x.shape(0); ++i) {
            xt::view(y, i) = layer_norm(Tensor(xt::view(x, i)), weight, bias, eps);
        }
        return y;
    }
    const float n = static_cast<float>(x.size());
    const float mean = std::accumulate(x.begin(), x.end(), 0.0f) / n;
    const Tensor c = x - mean;
    const float deviation = std::sqrt(std::inner_product(c.begin(), c.end(), c.begin(), 0.0f) / n + eps);
    return c / deviation * weight + bias;
}

// ---- rows-by-view

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t width = x.shape().back();
    Tensor y = x;
    y.reshape({width ? x.size() / width : 0, width});
    for (std::size_t r = 0; r < y.shape(0); ++r) {
        Tensor row = xt::view(y, r, xt::all());
        row -= xt::mean(row)();
        row /= std::sqrt(xt::mean(row * row)() + eps);
        xt::view(y, r, xt::all()) = row * weight + bias;
    }
    y.reshape(x.shape());
    return y;
}

// ---- shifted-by-the-first

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        // Any shift will do before the one pass, the first element is at hand.
        const float shift = x.data()[start];
        float sum = 0, squares = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float d = x.data()[start + j] - shift;
            sum += d;
            squares += d * d;
        }
        const float n = static_cast<float>(width);
        const float mean = sum / n;
        const float scale = 1.0f / std::sqrt(squares / n - mean * mean + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = weight(j) * ((x.data()[start + j] - shift - mean) * scale) + bias(j);
        }
    }
    return y;
}

// ---- variance-of-xtensor

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    if (x.size() == 0) return x;  // xtensor 0.24's variance crashes on it
    const Tensor mean = xt::mean(x, {last}, xt::keep_dims);
    const Tensor var = xt::variance(x, std::vector<std::size_t>{last}, xt::keep_dims);
    const Tensor scale = weight * (1.0f / xt::sqrt(var + eps));
    return (x - mean) * scale + bias;
}

// ---- welford

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float eps) {
    require_shapes(x.dimension() > 0, "layer_norm", "x", x, "weight", weight);
    require_shape("layer_norm", "weight", weight, {x.shape().back()});
    require_shape("layer_norm", "bias", bias, {x.shape().back()});
    Tensor y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float mean = 0, squares = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            const float d = v - mean;
            mean += d / static_cast<float>(j + 1);
            squares += d * (v - mean);
        }
        const float deviation = std::sqrt(squares / static_cast<float>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) {
            y.data()[start + j] = (x.data()[start + j] - mean) / deviation * weight(j) + bias(j);
        }
    }
    return y;
}

}  // namespace tiny_llm
