#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"
#include "week1/05-speed/fast_add_rms_norm.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 64;

// While a row is written, the next two are asked for; what is written begins at a line of the cache; and the sums are added
// up in registers.
TINY_LLM_CLONES
void add_norm_row(const float* x, const float* residual, const float* weight, float eps, float* __restrict normalized,
                  float* __restrict sum, std::size_t dim) {
    float squares = 0.0f;
    std::size_t i = 0;
    if (dim >= lanes) {  // were the loop one that may be left out, g++ 12 would take its sums through memory
        float sums[lanes] = {};
        for (; i + lanes <= dim; i += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const float s = x[i + lane] + residual[i + lane];
                sums[lane] += s * s;
                sum[i + lane] = s;
            }
        }
        squares = total(sums);
    }
    for (; i < dim; ++i) {
        sum[i] = x[i] + residual[i];
        squares += sum[i] * sum[i];
    }
    const float scale = 1.0f / std::sqrt(squares / static_cast<float>(dim) + eps);
    i = 0;
    const std::size_t line = until_line(normalized, dim);
    for (; i < line; ++i) normalized[i] = sum[i] * scale * weight[i];
    for (; i + 16 <= dim; i += 16) {
        __builtin_prefetch(x + i + dim);
        __builtin_prefetch(residual + i + dim);
        for (std::size_t k = i; k < i + 16; ++k) normalized[k] = sum[k] * scale * weight[k];
    }
    for (; i < dim; ++i) normalized[i] = sum[i] * scale * weight[i];
}

}  // namespace

void fast_add_rms_norm(const Tensor& x, const Tensor& residual, const Tensor& weight, float eps,
                       AddRMSNormResult& out) {
    require_shapes(residual.shape() == x.shape(), "fast_add_rms_norm", "residual", residual, "x", x);
    require_shapes(x.dimension() > 0 && weight.dimension() == 1 && weight.shape(0) == x.shape().back(),
                   "fast_add_rms_norm", "x", x, "weight", weight);
    out.normalized.resize(x.shape());
    out.residual.resize(x.shape());
    const std::size_t dim = weight.size();
    const std::size_t rows = dim == 0 ? 0 : x.size() / dim;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t begin = row * dim;
        add_norm_row(x.data() + begin, residual.data() + begin, weight.data(), eps, out.normalized.data() + begin,
                     out.residual.data() + begin, dim);
    }
}

}  // namespace tiny_llm
