#include "fast_silu.hpp"

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

namespace {

TINY_LLM_CLONES
void row_of(const float* x, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out[i] = x[i] / (1.0f + fast_exp(-x[i]));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    constexpr std::size_t lanes = 8;
    const std::size_t whole = x.size() / lanes * lanes;
#pragma omp parallel for
    for (std::size_t begin = 0; begin < whole; begin += lanes) row_of(x.data() + begin, out.data() + begin, lanes);
    row_of(x.data() + whole, out.data() + whole, x.size() - whole);
}

}  // namespace tiny_llm
