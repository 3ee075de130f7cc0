#include "fast_add_rms_norm.hpp"

#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 64;

/// The sum that was written; where that has rounded it, made once more. All three rows are still in the first cache.
template <class T>
[[gnu::always_inline]] inline float sum_at(const T* x, const T* residual, const T* sum, std::size_t i) {
    if constexpr (sizeof(T) == sizeof(float)) return sum[i];
    else return float(x[i]) + float(residual[i]);
}

// float and bfloat16 differ in how a number is read and written alone. Inlined into the two clones below, because a
// template has no clones of its own.
template <class T>
[[gnu::always_inline]] inline void add_norm_row(const T* x, const T* residual, const T* weight, float eps,
                                                T* __restrict normalized, T* __restrict sum, std::size_t dim) {
    float squares = 0.0f;
    std::size_t i = 0;
    if (dim >= lanes) {  // were the loop one that may be left out, g++ 12 would take its sums through memory
        float sums[lanes] = {};
        for (; i + lanes <= dim; i += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const float s = float(x[i + lane]) + float(residual[i + lane]);
                sums[lane] += s * s;
                sum[i + lane] = T(s);
            }
        }
        squares = total(sums);
    }
    for (; i < dim; ++i) {
        const float s = float(x[i]) + float(residual[i]);
        squares += s * s;
        sum[i] = T(s);
    }
    const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
    // Meanwhile the next two rows are asked for, which for the last ones is nothing worse than in vain.
    i = 0;
    for (const std::size_t line = until_line(normalized, dim); i < line; ++i)
        normalized[i] = T(sum_at(x, residual, sum, i) * scale * float(weight[i]));
    for (; i + 16 <= dim; i += 16) {
        __builtin_prefetch(x + i + dim);
        __builtin_prefetch(residual + i + dim);
        for (std::size_t k = i; k < i + 16; ++k) {
            normalized[k] = T(sum_at(x, residual, sum, k) * scale * float(weight[k]));
        }
    }
    for (; i < dim; ++i) normalized[i] = T(sum_at(x, residual, sum, i) * scale * float(weight[i]));
}

TINY_LLM_CLONES
void row_of(const float* x, const float* residual, const float* weight, float eps, float* normalized, float* sum,
            std::size_t dim) {
    add_norm_row(x, residual, weight, eps, normalized, sum, dim);
}

TINY_LLM_CLONES
void row_of(const bfloat16* x, const bfloat16* residual, const bfloat16* weight, float eps, bfloat16* normalized,
            bfloat16* sum, std::size_t dim) {
    add_norm_row(x, residual, weight, eps, normalized, sum, dim);
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
    const std::size_t rows = dim == 0 ? 0 : x.size() / dim;
    const auto norm = [eps, dim, x = x.data(), residual = residual.data(), weight = weight.data(),
                       normalized = out.normalized.data(), sum = out.residual.data()](std::size_t row) {
        const std::size_t begin = row * dim;
        row_of(x + begin, residual + begin, weight, eps, normalized + begin, sum + begin, dim);
    };
    if (x.size() <= 131072) {  // too little to wake a thread for
        for (std::size_t row = 0; row < rows; ++row) norm(row);
        return;
    }
#pragma omp parallel for firstprivate(norm)
    for (std::size_t row = 0; row < rows; ++row) norm(row);
}

}  // namespace

void fast_add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps,
                       AddRMSNormResult& out) {
    add_norm(x, residual, weight, eps, out);
}

void fast_add_rms_norm(const BasicTensor<bfloat16>& x, const BasicTensor<bfloat16>& residual,
                       const BasicTensor<bfloat16>& weight, float eps, BasicAddRMSNormResult<bfloat16>& out) {
    add_norm(x, residual, weight, eps, out);
}

}  // namespace tiny_llm
