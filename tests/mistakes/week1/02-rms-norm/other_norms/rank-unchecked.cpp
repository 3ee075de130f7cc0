// en: The number of axes of x is not checked. Keep the checks of the stub.
// zh: 没有检查 x 的维数。请保留模板里的检查。

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
    std::vector<std::size_t> axes;
    for (std::size_t a = 0; a < x.dimension(); ++a) {
        if (a != 1) axes.push_back(a);
    }
    return norm(x, axes, eps);
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() > 1 && (groups == 0 || x.shape(1) % groups != 0)) throw std::invalid_argument("groups");
    const std::size_t n = x.shape(0);
    Tensor rows = x;
    rows.reshape({n * groups, n * groups > 0 ? x.size() / (n * groups) : 0});
    Tensor y = norm(rows, {1}, eps);
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
