// en: You check only how many elements x has. Two samples of (3, 2) have as many as two of (2, 3),
//     and are refused by the contract. Compare the last axes one by one.
// zh: 只检查了 x 的元素个数。两个 (3, 2) 的样本与两个 (2, 3) 的一样多，但按约定应当拒绝。请逐维比
//     较末尾各维。

#include "rms_norm_nd.hpp"

namespace tiny_llm {

Tensor rms_norm_nd(const Tensor& x, const std::vector<std::size_t>& normalized_shape,
                   const std::optional<Tensor>& weight, float eps) {
    std::size_t width = 1;
    for (const std::size_t size : normalized_shape) width *= size;
    require_shapes(x.size() % width == 0, "rms_norm_nd", "x", x, "normalized_shape",
                   xt::empty<float>(normalized_shape));
    if (weight) require_shape("rms_norm_nd", "weight", *weight, normalized_shape);
    Tensor rows = x;
    rows.reshape({x.size() / width, width});
    const Tensor mean_square = xt::mean(xt::square(rows), {1}, xt::keep_dims);
    Tensor y = rows / xt::sqrt(mean_square + eps);
    if (weight) {
        Tensor flat = *weight;
        flat.reshape({width});
        y = Tensor(y * flat);
    }
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
