#include "other_norms.hpp"

#include <stdexcept>

namespace tiny_llm {

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

}  // namespace tiny_llm
