// en: The rows are shared by three threads, rows / 3 for each, and the one or two rows that remain
//     are nobody's. Give them to the last thread, or leave the sharing to #pragma omp parallel
//     for.
// zh: 行分给三个线程，每个线程 rows / 3 行，除不尽时剩下的一两行没有线程去算。把它们交给最后一个线
//     程，或者让 #pragma omp parallel for 去分。

#include "fast_add_rms_norm.hpp"

namespace tiny_llm {

template <class T>
void add_norm(const BasicTensor<T>& x, const BasicTensor<T>& residual, const BasicTensor<T>& weight, float eps,
              BasicAddRMSNormResult<T>& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
                   "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    const std::size_t each = x.size() / dim / 3;
#pragma omp parallel for num_threads(3)
    for (std::size_t row = 0; row < 3 * each; ++row) {
        const T* a = x.data() + row * dim;
        const T* b = residual.data() + row * dim;
        T* normalized = out.normalized.data() + row * dim;
        T* sum = out.residual.data() + row * dim;
        float squares = 0.0f;
        for (std::size_t i = 0; i < dim; ++i) {
            const float s = float(a[i]) + float(b[i]);
            squares += s * s;
            sum[i] = T(s);
        }
        const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
        for (std::size_t i = 0; i < dim; ++i) {
            normalized[i] = T((float(a[i]) + float(b[i])) * scale * float(weight.data()[i]));
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
