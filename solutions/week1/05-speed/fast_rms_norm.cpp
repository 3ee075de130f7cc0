#include "fast_rms_norm.hpp"

#include "tiny_llm/clones.hpp"

namespace tiny_llm {
namespace {

/// Four registers of sixteen: a sum has an order, which the compiler must keep, and each addition waits for the one
/// before it. Sums side by side are the order that registers can add in.
constexpr std::size_t lanes = 64;

TINY_LLM_CLONES
void norm_row(const float* x, const float* weight, float eps, float* __restrict out, std::size_t dim) {
    float sums[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= dim; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += x[i + lane] * x[i + lane];
    }
    float sum = 0.0f;
    for (; i < dim; ++i) sum += x[i] * x[i];
    for (std::size_t width = lanes / 2; width > 0; width /= 2) {
        for (std::size_t lane = 0; lane < width; ++lane) sums[lane] += sums[lane + width];
    }
    const float scale = 1.0f / std::sqrt((sums[0] + sum) / static_cast<float>(dim) + eps);
    // The second reading of the row costs no memory traffic: it is still in the first cache.
    for (i = 0; i < dim; ++i) out[i] = x[i] * scale * weight[i];
}

}  // namespace

void FastRMSNorm::operator()(const Tensor& x, Tensor& out) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "FastRMSNorm", "x", x, "weight", weight);
    out.resize(x.shape());
    const std::size_t rows = dim == 0 ? 0 : x.size() / dim;
    if (rows == 1) return norm_row(x.data(), weight.data(), eps, out.data(), dim);  // no threads to be asked
#pragma omp parallel for if (x.size() > 32768)
    for (std::size_t row = 0; row < rows; ++row) {
        norm_row(x.data() + row * dim, weight.data(), eps, out.data() + row * dim, dim);
    }
}

}  // namespace tiny_llm
