#include "other_norms.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

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

}  // namespace tiny_llm
