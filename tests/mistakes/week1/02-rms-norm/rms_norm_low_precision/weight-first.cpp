// en: x is multiplied by the weight, and the product rounded to T, before the row is normalized:
//     40000 times 2 is infinite in float16. Normalize first, then multiply.
// zh: x 先乘了 weight 并舍入成 T，之后才归一化：float16 中 40000 乘以 2 就是无穷大。应先归一化，再
//     乘 weight。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            sum += v * v;
        }
        const float mean_square = sum / width;
        const float scale = 1.0f / std::sqrt(mean_square + eps);
        for (std::size_t j = 0; j < width; ++j) {
            const float v = float(T(float(x.data()[start + j]) * float(weight(j))));
            y.data()[start + j] = T(v * scale);
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
