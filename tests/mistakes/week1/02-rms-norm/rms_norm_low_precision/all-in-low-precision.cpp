// en: Everything is computed in T: the squares, their sum, the root and the division. All of it
//     has to be in float, and only the result is rounded to T.
// zh: 所有步骤都是用 T 算的：平方、求和、开方、相除。这些都应当用 float 来算，只把结果舍入成 T。

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
            const float v = x.data()[start + j];
            sum = T(float(sum) + float(T(v * v)));
        }
        const T mean_square = T(float(sum) / width);
        const T shifted = T(float(mean_square) + float(T(eps)));
        const T root = T(std::sqrt(float(shifted)));
        for (std::size_t j = 0; j < width; ++j) {
            const T normalized = T(float(x.data()[start + j]) / float(root));
            y.data()[start + j] = T(float(normalized) * float(weight(j)));
        }
    }
    return y;
}

template BasicTensor<float16> rms_norm(const BasicTensor<float16>&, const BasicTensor<float16>&, float);
template BasicTensor<bfloat16> rms_norm(const BasicTensor<bfloat16>&, const BasicTensor<bfloat16>&, float);

}  // namespace tiny_llm
