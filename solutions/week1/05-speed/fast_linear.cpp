#include "fast_linear.hpp"

#include <algorithm>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

/// So many outputs at a time share what is loaded of x, each with so many sums.
constexpr std::size_t together = 4, lanes = 16;

/// y[o] = x . weight[o] for `count` rows of weights: each is read once, so reading them is what takes the time.
TINY_LLM_CLONES
void dot_rows(const float* x, const float* weight, std::size_t in, std::size_t count, float* __restrict y) {
    std::size_t o = 0;
    for (; o + together <= count; o += together) {
        const float* rows = weight + o * in;
        float sums[together][lanes] = {};
        std::size_t i = 0;
        for (; i + lanes <= in; i += lanes) {
            // What lies behind these rows is asked for, to be in a cache by then. The CPU does so by itself, but too late, and not
            // beyond the end of a page.
            for (std::size_t r = 0; r < together; ++r) __builtin_prefetch(rows + together * (in + i) + lanes * r);
            // Row by row inside of lane by lane. The other way round, g++ 12 keeps the sums in memory instead of registers.
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                for (std::size_t r = 0; r < together; ++r) sums[r][lane] += x[i + lane] * rows[r * in + i + lane];
            }
        }
        for (std::size_t r = 0; r < together; ++r) {
            float sum = total(sums[r]);
            for (std::size_t k = i; k < in; ++k) sum += x[k] * rows[r * in + k];
            y[o + r] = sum;
        }
    }
    for (; o < count; ++o) {
        float sum = 0.0f;
        for (std::size_t i = 0; i < in; ++i) sum += x[i] * weight[o * in + i];
        y[o] = sum;
    }
}

/// One row: a matrix times a vector.
void one_row(const Tensor& x, const Tensor& weight, Tensor& out) {
    const std::size_t outs = weight.shape(0), in = weight.shape(1);
    constexpr std::size_t block = 64;
#pragma omp parallel for if (weight.size() > 262144)
    for (std::size_t begin = 0; begin < outs; begin += block) {
        dot_rows(x.data(), weight.data() + begin * in, in, std::min(block, outs - begin), out.data() + begin);
    }
}

/// Many rows: BLAS, which reads weight row by row as it lies and needs no transposed copy.
void many_rows(const Tensor& x, const Tensor& weight, Tensor& out) {
    const int outs = static_cast<int>(weight.shape(0)), in = static_cast<int>(weight.shape(1));
    const int rows = static_cast<int>(x.size() / weight.shape(1));
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in, 0.0f,
                out.data(), outs);
}

}  // namespace

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
                   "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
                       "weight", weight);
    }
    auto shape = x.shape();
    shape.back() = weight.shape(0);
    out.resize(shape);
    if (x.size() == 0) return;
    if (x.size() == weight.shape(1)) {
        one_row(x, weight, out);
    } else {
        many_rows(x, weight, out);
    }
    if (!bias) return;
    for (std::size_t row = 0, outs = bias->size(); outs > 0 && row < out.size() / outs; ++row) {
        for (std::size_t o = 0; o < outs; ++o) out.data()[row * outs + o] += bias->data()[o];
    }
}

}  // namespace tiny_llm
