// en: In bfloat16 the 16 bits are converted as if they were an integer. They are the upper half of
//     a float32: shift them up by 16 and take the result for a float's bits, or convert with
//     float(value).
// zh: bfloat16 版本把 16 位当作整数转换了。它们是 float32 的高 16 位：左移 16 位后当作 float 的位
//     来解释，或者用 float(value) 转换。

#include "fast_add_rms_norm.hpp"

namespace tiny_llm {

float number(float value) { return value; }
float number(bfloat16 value) { return static_cast<float>(value.bits); }

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
              BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
                   "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    for (std::size_t row = 0; row < x.size() / dim; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) {
            const float s = number(a[i]) + number(b[i]);
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((number(a[i]) + number(b[i])) * scale * float(weight.data()[i]));
        }
    }
}

void fast_add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps,
                       AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                       const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

}  // namespace tiny_llm
