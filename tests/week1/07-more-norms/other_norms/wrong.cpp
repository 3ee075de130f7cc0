#include "other_norms.hpp"

#include <cmath>
#include <stdexcept>

#include "week1/02-rms-norm/layer_norm.hpp"

namespace tiny_llm {

// ---- batch-reshaped

static Tensor standardized(const Tensor& rows, float eps) {
    if (rows.size() == 0) return rows;
    return layer_norm(rows, xt::ones<float>({rows.shape(1)}), xt::zeros<float>({rows.shape(1)}), eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    Tensor rows = x;
    rows.reshape({x.shape(1), x.shape(0) * x.shape(2)});
    Tensor y = standardized(rows, eps);
    y.reshape(x.shape());
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    if (groups == 0 || x.shape(1) % groups != 0) {
        throw std::invalid_argument("group_norm: x " + shape_string(x) + " cannot be cut into " +
                                    std::to_string(groups) + " groups of channels");
    }
    Tensor rows = x;
    rows.reshape({x.shape(0) * groups, x.shape(1) / groups * x.shape(2)});
    Tensor y = standardized(rows, eps);
    y.reshape(x.shape());
    return y;
}

// ---- groups-unchecked

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
    Tensor y = x;
    const std::size_t each = groups ? x.shape(1) / groups : 0;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t from = g * each, to = from + each;
        const Tensor part = xt::view(x, xt::all(), xt::range(from, to), xt::all());
        xt::view(y, xt::all(), xt::range(from, to), xt::all()) = norm(part, {1, 2}, eps);
    }
    return y;
}

// ---- input-edited

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const Tensor mean = xt::mean(x, axes, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), axes, xt::keep_dims);
    return c / xt::sqrt(var + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    const Tensor y = norm(x, {0, 2}, eps);
    const_cast<Tensor&>(x) = y;
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor parts = x;
    parts.reshape({x.shape(0), groups, x.shape(1) / groups, x.shape(2)});
    Tensor y = norm(parts, {2, 3}, eps);
    y.reshape(x.shape());
    const_cast<Tensor&>(x) = y;
    return y;
}

// ---- lazy-mean

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const auto mean = xt::mean(x, axes, xt::keep_dims);
    const auto var = xt::mean(xt::square(x - mean), axes, xt::keep_dims);
    return (x - mean) / xt::sqrt(var + eps);
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

// ---- lazy-variance

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const Tensor mean = xt::mean(x, axes, xt::keep_dims);
    const Tensor c = x - mean;
    const auto var = xt::mean(xt::square(c), axes, xt::keep_dims);
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

// ---- no-keep-dims

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const Tensor mean = xt::mean(x, axes);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), axes);
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

// ---- shape-lost

inline Tensor norm(const Tensor& x, const std::vector<std::size_t>& axes, float eps) {
    if (x.size() == 0) return x;
    const Tensor mean = xt::mean(x, axes, xt::keep_dims);
    const Tensor c = x - mean;
    const Tensor var = xt::mean(xt::square(c), axes, xt::keep_dims);
    return c / xt::sqrt(var + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    const Tensor turned = xt::transpose(x, {1, 0, 2});
    return norm(turned, {1, 2}, eps);
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    Tensor parts = x;
    parts.reshape({x.shape(0), groups, x.shape(1) / groups, x.shape(2)});
    Tensor y = norm(parts, {2, 3}, eps);
    return y;
}

// ---- unbiased-variance+eps-outside-root

static void normalize(Tensor& y, const std::vector<std::size_t>& places, float eps) {
    const float count = static_cast<float>(places.size());
    float mean = 0.0f, squares = 0.0f;
    for (const std::size_t i : places) mean += y.data()[i] / count;
    for (const std::size_t i : places) squares += (y.data()[i] - mean) * (y.data()[i] - mean);
    const float std = std::sqrt(squares / (count - 1));  // as torch.std
    for (const std::size_t i : places) y.data()[i] = (y.data()[i] - mean) / (std + eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x must be N x C x L");
    const std::size_t N = x.shape(0), C = x.shape(1), L = x.shape(2);
    Tensor y = x;
    for (std::size_t c = 0; c < C; ++c) {
        std::vector<std::size_t> places;
        for (std::size_t n = 0; n < N; ++n)
            for (std::size_t l = 0; l < L; ++l) places.push_back((n * C + c) * L + l);
        normalize(y, places, eps);
    }
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x must be N x C x L");
    if (groups == 0 || x.shape(1) % groups != 0) throw std::invalid_argument("group_norm: groups");
    const std::size_t size = x.shape(1) / groups * x.shape(2);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += size) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < size; ++i) places.push_back(start + i);
        normalize(y, places, eps);
    }
    return y;
}

}  // namespace tiny_llm
