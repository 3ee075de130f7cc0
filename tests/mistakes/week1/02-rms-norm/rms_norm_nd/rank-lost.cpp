// en: The result is rows of one sample each: the shape of x is lost. Reshape it back.
// zh: 结果变成了每行一个样本的矩阵，x 的形状丢了。请 reshape 回去。

#include "rms_norm_nd.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    const bool fits = x.dimension() >= normalized_shape.size() &&
                      std::equal(normalized_shape.rbegin(), normalized_shape.rend(), x.shape().rbegin());
    require_shapes(fits, "rms_norm_nd", "x", x, "normalized_shape", xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    std::vector<std::size_t> axes;
    for (std::size_t a = x.dimension() - normalized_shape.size(); a < x.dimension(); ++a) axes.push_back(a);
    const Tensor mean_square = xt::mean(xt::square(x), axes, xt::keep_dims);
    const Tensor y = x / xt::sqrt(mean_square + eps);
    Tensor z = weight ? Tensor(y * *weight) : y;
    std::size_t width = 1;
    for (const std::size_t size : normalized_shape) width *= size;
    z.reshape({x.size() / width, width});
    return z;
}

}  // namespace tiny_llm
