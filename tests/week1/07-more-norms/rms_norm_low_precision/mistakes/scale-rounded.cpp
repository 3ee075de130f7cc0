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
        const float scale = float(T(1.0f / std::sqrt(mean_square + eps)));
        for (std::size_t j = 0; j < width; ++j) {
            const T normalized = T(float(x.data()[start + j]) * scale);
            y.data()[start + j] = T(float(normalized) * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
