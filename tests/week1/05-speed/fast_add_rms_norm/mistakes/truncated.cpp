#include "fast_add_rms_norm.hpp"

namespace tiny_llm {

void store(float value, float& to) { to = value; }
void store(float value, bfloat16& to) {
    to.bits = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

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
            const float s = float(a[i]) + float(b[i]);
            squares += s * s;
            store(s, sum[i]);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            store((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]), normalized[i]);
        }
    }
}

void fast_add_rms_norm(
    const Tensor& x, const Tensor& residual, const Tensor& weight, float eps, AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
    const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

}  // namespace tiny_llm
