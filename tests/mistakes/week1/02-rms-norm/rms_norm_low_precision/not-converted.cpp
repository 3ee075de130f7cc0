// en: In float16 everything is computed in float16: float16 times float16 is float16 again, and so
//     are the sum and the mean. (bfloat16 has no arithmetic of its own and becomes float at once.)
//     Convert x and weight to float first, with xt::cast<float>.
// zh: float16 的全部计算都是用 float16 做的：float16 乘 float16 还是 float16，求和与平均也一样。（
//     bfloat16 没有自己的运算，一参与运算就成了 float。）请先用 xt::cast<float> 把 x 和 weight 转
//     成 float。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    const std::size_t last = x.dimension() - 1;
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    return xt::cast<T>(x / xt::sqrt(mean_square + eps) * weight);
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
