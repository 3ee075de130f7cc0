#include "other_norms.hpp"

#include <stdexcept>

namespace tiny_llm {

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
