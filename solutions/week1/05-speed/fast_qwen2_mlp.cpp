#include "fast_qwen2_mlp.hpp"

#include <algorithm>

#include "fast_linear.hpp"
#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "tiny_llm/lanes.hpp"

namespace tiny_llm {
namespace {

TINY_LLM_CLONES
void gate_row(float* __restrict gate, const float* __restrict up, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) gate[i] = gate[i] / (1.0f + fast_exp(-gate[i])) * up[i];
}

/// gate = silu(gate) * up, where it lies: one reading of both and one writing.
void gate_rows(Tensor& gate, const Tensor& up) {
    constexpr std::size_t block = 16384;
    const std::size_t count = gate.size();
    if (count <= block) return gate_row(gate.data(), up.data(), count);
#pragma omp parallel for
    for (std::size_t begin = 0; begin < count; begin += block) {
        gate_row(gate.data() + begin, up.data() + begin, std::min(block, count - begin));
    }
}

/// So many outputs at a time share what is loaded of x, each with so many sums.
constexpr std::size_t together = 4, lanes = 16;

/// One row times `count` rows of bfloat16 weights, each the upper half of a float32: reading them takes half the time.
TINY_LLM_CLONES
void dot_rows(const float* x, const bfloat16* weight, std::size_t in, std::size_t count, float* __restrict y) {
    std::size_t o = 0;
    for (; o + together <= count; o += together) {
        const bfloat16* rows = weight + o * in;
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

TINY_LLM_CLONES
void widen(const bfloat16* from, float* __restrict to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

/// Many rows: a few rows of weights at a time are widened, multiplied by BLAS while they are in the cache, and
/// forgotten. Each block is a few columns of y.
void linear(const Tensor& x, const BasicTensor<bfloat16>& weight, Tensor& y) {
    const std::size_t outs = weight.shape(0), in = weight.shape(1), rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    y.resize(shape);
    constexpr std::size_t block = 64;
    if (rows == 1) {
#pragma omp parallel for if (weight.size() > 262144)
        for (std::size_t begin = 0; begin < outs; begin += block) {
            dot_rows(x.data(), weight.data() + begin * in, in, std::min(block, outs - begin), y.data() + begin);
        }
        return;
    }
    std::vector<float> wide(block * in);
    for (std::size_t begin = 0; begin < outs; begin += block) {
        const std::size_t count = std::min(block, outs - begin);
        widen(weight.data() + begin * in, wide.data(), count * in);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows), static_cast<int>(count),
                    static_cast<int>(in), 1.0f, x.data(), static_cast<int>(in), wide.data(), static_cast<int>(in), 0.0f,
                    y.data() + begin, static_cast<int>(outs));
    }
}

void linear(const Tensor& x, const Tensor& weight, Tensor& y) { fast_linear(x, weight, std::nullopt, y); }

template <class Weight>
void apply(const BasicFastQwen2MLP<Weight>& mlp, const Tensor& x, Tensor& out) {
    require_shapes(x.dimension() > 0 && x.shape().back() == mlp.dim, "FastQwen2MLP", "x", x, "w_gate", mlp.w_gate);
    if (x.size() == 0 || mlp.hidden_dim == 0) {
        out.resize(x.shape());
        out.fill(0.0f);
        return;
    }
    // Kept from call to call: at 512 rows these are 20 MB, and memory that is new has to be zeroed by the system first.
    thread_local Tensor gate, up;
    linear(x, mlp.w_gate, gate);
    linear(x, mlp.w_up, up);
    gate_rows(gate, up);
    linear(gate, mlp.w_down, out);
}

}  // namespace

template <>
void BasicFastQwen2MLP<float>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

template <>
void BasicFastQwen2MLP<bfloat16>::operator()(const Tensor& x, Tensor& out) const {
    apply(*this, x, out);
}

}  // namespace tiny_llm
