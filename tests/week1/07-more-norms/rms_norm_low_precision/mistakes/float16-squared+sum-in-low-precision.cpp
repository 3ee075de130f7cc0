#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    for (std::size_t start = 0; start < x.size(); start += width) {
        T sum = T(0.0f);
        for (std::size_t j = 0; j < width; ++j) {
            sum = T(sum + x.data()[start + j] * x.data()[start + j]);
        }
        const float mean_square = float(sum) / width;
        const float scale = 1.0f / std::sqrt(mean_square + eps);
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
