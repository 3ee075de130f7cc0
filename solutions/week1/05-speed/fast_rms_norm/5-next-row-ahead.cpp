#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"
#include "week1/05-speed/fast_rms_norm.hpp"

namespace tiny_llm {
namespace {

constexpr std::size_t lanes = 64;

// While a row is written, the next one is asked for; what is written begins at a line of the cache; and the sums are added up
// in registers.
TINY_LLM_CLONES
void norm_row(const float* x, const float* weight, float eps, float* __restrict out, std::size_t dim) {
    float sum = 0.0f;
    std::size_t i = 0;
    if (dim >= lanes) {  // were the loop one that may be left out, g++ 12 would take its sums through memory
        float sums[lanes] = {};
        for (; i + lanes <= dim; i += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += x[i + lane] * x[i + lane];
        }
        sum = total(sums);
    }
    for (; i < dim; ++i) sum += x[i] * x[i];
    const float scale = 1.0f / std::sqrt(sum / static_cast<float>(dim) + eps);
    i = 0;
    for (const std::size_t line = until_line(out, dim); i < line; ++i) out[i] = x[i] * scale * weight[i];
    for (; i + 16 <= dim; i += 16) {
        __builtin_prefetch(x + i + dim);
        for (std::size_t lane = i; lane < i + 16; ++lane) out[lane] = x[lane] * scale * weight[lane];
    }
    for (; i < dim; ++i) out[i] = x[i] * scale * weight[i];
}

}  // namespace

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    const std::size_t rows = dim == 0 ? 0 : x.size() / dim;
    for (std::size_t row = 0; row < rows; ++row) {
        norm_row(x.data() + row * dim, weight.data(), eps, out.data() + row * dim, dim);
    }
}

}  // namespace tiny_llm
