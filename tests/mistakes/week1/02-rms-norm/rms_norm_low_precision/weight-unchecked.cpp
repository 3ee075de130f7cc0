// en: The shape of weight is not checked. One that broadcasts, such as (1,), gives numbers without
//     a complaint. Keep the checks of the stub.
// zh: 没有检查 weight 的形状。能广播的形状（例如 (1,)）会悄悄算出结果。请保留模板里的检查。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    const std::size_t last = x.dimension() - 1;
    const Tensor wide = xt::cast<float>(x);
    const Tensor mean_square = xt::mean(xt::square(wide), {last}, xt::keep_dims);
    return xt::cast<T>(wide / xt::sqrt(mean_square + eps) * xt::cast<float>(weight));
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
