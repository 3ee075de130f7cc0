// en: eps is rounded to T before it is added. In float16, 1e-6 becomes 1.013e-6. It is a float:
//     leave it one.
// zh: eps 在相加之前舍入成了 T。float16 中 1e-6 会变成 1.013e-6。它本来就是 float，保持不变即可。

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
        const float scale = 1.0f / std::sqrt(mean_square + float(T(eps)));
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            y.data()[start + j] = T(v * scale * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
