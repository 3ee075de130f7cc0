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

}  // namespace tiny_llm
