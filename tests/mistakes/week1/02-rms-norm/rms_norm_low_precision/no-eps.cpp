// en: eps is missing: rows whose mean square is near eps come out too large, and a row of zeros
//     divides 0 by 0. Add it to the mean square, inside the root.
// zh: 缺少 eps：均方与 eps 相近的行会偏大，全零的行则变成 0 除以 0。请在根号内给均方加上 eps。

#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, [[maybe_unused]] float eps) {
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
        const float root = std::sqrt(mean_square);
        for (std::size_t j = 0; j < width; ++j) {
            const float v = x.data()[start + j];
            y.data()[start + j] = T(v / root * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
