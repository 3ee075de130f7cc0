#include "other_norms.hpp"

#include <algorithm>
#include <stdexcept>

#include "week1/02-rms-norm/layer_norm.hpp"

namespace tiny_llm {

// ---- axes-by-name

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const Tensor mean = xt::mean(x, axes, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), axes, xt::keep_dims);
    return c / xt::sqrt(var + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    return norm(x, {0, 2}, eps);
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor parts = x;
    parts.reshape({x.shape(0), groups, x.shape(1) / groups, x.shape(2)});
    Tensor y = norm(parts, {2, 3}, eps);
    y.reshape(x.shape());
    return y;
}

// ---- by-layer-norm

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    // BatchNorm of x is GroupNorm with one channel to a group, of a single sample: x with its samples in L.
    Tensor y = xt::transpose(x, {1, 0, 2});
    if (x.size() == 0) return x;
    y.reshape({1, x.shape(1), x.shape(0) * x.shape(2)});
    y = group_norm(y, x.shape(1), eps);
    y.reshape({x.shape(1), x.shape(0), x.shape(2)});
    return xt::transpose(y, {1, 0, 2});
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    const std::size_t width = x.shape(1) / groups * x.shape(2);
    if (x.size() == 0) return x;
    Tensor y = x;
    y.reshape({x.shape(0), groups, width});
    y = layer_norm(y, xt::ones<float>({width}), xt::zeros<float>({width}), eps);
    y.reshape(x.shape());
    return y;
}

// ---- float-loops

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    Tensor y = x;
    const float count = static_cast<float>(x.shape(0) * x.shape(2));
    for (std::size_t c = 0; c < x.shape(1); ++c) {
        float mean = 0, var = 0;
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) mean += x(n, c, l) / count;
        }
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) var += (x(n, c, l) - mean) * (x(n, c, l) - mean);
        }
        const float scale = 1.0f / std::sqrt(var / count + eps);
        for (std::size_t n = 0; n < x.shape(0); ++n) {
            for (std::size_t l = 0; l < x.shape(2); ++l) y(n, c, l) = (x(n, c, l) - mean) * scale;
        }
    }
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor y = x;
    const std::size_t size = x.shape(1) / groups * x.shape(2);
    for (std::size_t start = 0; start < x.size(); start += size) {
        float mean = 0, var = 0;
        for (std::size_t i = start; i < start + size; ++i) mean += x.data()[i];
        mean /= static_cast<float>(size);
        for (std::size_t i = start; i < start + size; ++i) {
            y.data()[i] = x.data()[i] - mean;
            var += y.data()[i] * y.data()[i];
        }
        const float deviation = std::sqrt(var / static_cast<float>(size) + eps);
        for (std::size_t i = start; i < start + size; ++i) y.data()[i] /= deviation;
    }
    return y;
}

// ---- sets-of-indices

/// Standardizes the elements of x that have the same key.
template <class Key>
Tensor by_key(const Tensor& x, std::size_t keys, Key key, float eps) {
    std::vector<double> count(keys), mean(keys), var(keys);
    const auto each = [&](auto body) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t l = x.shape(2), c = x.shape(1);
            body(i, key(i / l / c, i / l % c));
        }
    };
    each([&](std::size_t i, std::size_t k) { ++count[k], mean[k] += x.data()[i]; });
    for (std::size_t k = 0; k < keys; ++k) mean[k] /= std::max(1.0, count[k]);
    each([&](std::size_t i, std::size_t k) { var[k] += std::pow(x.data()[i] - mean[k], 2); });
    Tensor y = x;
    each([&](std::size_t i, std::size_t k) {
        y.data()[i] = static_cast<float>((x.data()[i] - mean[k]) / std::sqrt(var[k] / count[k] + eps));
    });
    return y;
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    return by_key(
        x, x.shape(1), [](std::size_t, std::size_t c) { return c; }, eps);
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    const std::size_t each = x.shape(1) / groups;
    return by_key(
        x, x.shape(0) * groups, [=](std::size_t n, std::size_t c) { return n * groups + c / each; }, eps);
}

// ---- views

inline Tensor standard(const Tensor& part, float eps) {
    if (part.size() == 0) return part;
    const float mean = xt::mean(part)();
    const Tensor c = part - mean;
    return c / std::sqrt(xt::mean(c * c)() + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    Tensor y = x;
    for (std::size_t c = 0; c < x.shape(1); ++c) {
        xt::view(y, xt::all(), c, xt::all()) = standard(xt::view(x, xt::all(), c, xt::all()), eps);
    }
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor y = x;
    const std::size_t each = x.shape(1) / groups;
    for (std::size_t n = 0; n < x.shape(0); ++n) {
        for (std::size_t g = 0; g < groups; ++g) {
            const std::size_t from = g * each, to = from + each;
            const Tensor part = xt::view(x, n, xt::range(from, to), xt::all());
            xt::view(y, n, xt::range(from, to), xt::all()) = standard(part, eps);
        }
    }
    return y;
}

}  // namespace tiny_llm
