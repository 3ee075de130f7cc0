#include "add_rms_norm.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
        "x", x, "weight", weight);
}

template <class T>
BasicAddRMSNormResult<T> all(
    const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps) {
    check(x, residual, weight);
    BasicAddRMSNormResult<T> out{x, x};
    const std::size_t d = weight.size();
    for (std::size_t row = 0; row < x.size() / d; ++row) {
        std::vector<double> sum(d);
        double total = 0;
        for (std::size_t i = 0; i < d; ++i) {
            sum[i] = static_cast<double>(static_cast<float>(x.data()[row * d + i])) +
                     static_cast<double>(static_cast<float>(residual.data()[row * d + i]));
            total += sum[i] * sum[i];
        }
        const double root = std::sqrt(total / static_cast<double>(d) + eps);
        for (std::size_t i = 0; i < d; ++i) {
            const double y = sum[i] / root * static_cast<double>(static_cast<float>(weight(i)));
            out.normalized.data()[row * d + i] = T(static_cast<float>(y));
            out.residual.data()[row * d + i] = T(static_cast<float>(sum[i]));
        }
    }
    return out;
}

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    return all<float>(x, residual, weight, eps);
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps) {
    return all<bfloat16>(x, residual, weight, eps);
}

}  // namespace tiny_llm
