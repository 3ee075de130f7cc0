#include "other_norms.hpp"

#include <stdexcept>

#include "week1/02-rms-norm/layer_norm.hpp"

namespace tiny_llm {

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

}  // namespace tiny_llm
