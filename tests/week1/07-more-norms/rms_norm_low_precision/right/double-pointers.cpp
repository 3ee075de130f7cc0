#include "rms_norm_low_precision.hpp"

namespace tiny_llm {

template <class T>
BasicTensor<T> rms_norm(const BasicTensor<T>& x, const BasicTensor<T>& weight, float eps) {
    require_shapes(x.dimension() > 0, "rms_norm", "x", x, "weight", weight);
    require_shape("rms_norm", "weight", weight, {x.shape().back()});
    BasicTensor<T> y = x;
    const std::size_t width = x.shape().back();
    const T* from = x.data();
    T* to = y.data();
    for (const T* end = from + x.size(); from != end; from += width, to += width) {
        double sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += double(float(from[j])) * double(float(from[j]));
        const double root = std::sqrt(sum / static_cast<double>(width) + eps);
        for (std::size_t j = 0; j < width; ++j) to[j] = T(float(float(from[j]) / root * float(weight(j))));
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
