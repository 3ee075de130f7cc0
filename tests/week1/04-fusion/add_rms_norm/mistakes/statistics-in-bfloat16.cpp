// en: In bfloat16 the mean square is added up in bfloat16, which has 8 bits: past a few hundred,
//     small squares are lost. Add up in float32.
// zh: bfloat16 版本的均方是用 bfloat16 累加的，它只有 8 位有效位：累加到几百之后，
//     小的平方就加不进去了。请用 float32 累加。

#include "add_rms_norm.hpp"

namespace tiny_llm {

template <class T>
void check(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight) {
    require_shapes(residual.shape() == x.shape(), "add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(), "add_rms_norm",
                   "x", x, "weight", weight);
}

Tensor mean_square_low(const Tensor& x) {
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    const std::size_t width = shape.back();
    shape.back() = 1;
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < y.size(); ++i) {
        bfloat16 total(0.0f);
        for (std::size_t j = 0; j < width; ++j) {
            const bfloat16 square(x.data()[i * width + j] * x.data()[i * width + j]);
            total = bfloat16(total + square);
        }
        y.data()[i] = bfloat16(total / static_cast<float>(width));
    }
    return y;
}

Tensor mean_square(const Tensor& x) { return xt::mean(xt::square(x), {x.dimension() - 1}, xt::keep_dims); }

AddRMSNormResult add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps) {
    check(x, residual, weight);
    const Tensor sum = x + residual;
    const Tensor normalized = sum / xt::sqrt(mean_square(sum) + eps) * weight;
    return {normalized, sum};
}

BasicAddRMSNormResult<bfloat16> add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                                             const BasicTensor<bfloat16>& weight, float eps) {
    check(x, residual, weight);
    const Tensor a = xt::cast<float>(x);
    const Tensor r = xt::cast<float>(residual);
    const Tensor w = xt::cast<float>(weight);
    const Tensor sum = a + r;
    const Tensor normalized = sum / xt::sqrt(mean_square_low(sum) + eps) * w;
    return {xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
}

}  // namespace tiny_llm
