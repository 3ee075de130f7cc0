#include "other_norms.hpp"

#include <stdexcept>

namespace tiny_llm {

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

}  // namespace tiny_llm
