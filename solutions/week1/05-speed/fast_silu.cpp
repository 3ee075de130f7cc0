#include "fast_silu.hpp"

#include <algorithm>

#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {
namespace {

// A function of its own: the loop is what has to be there for each width, and not the sharing out.
TINY_LLM_CLONES
void silu_of(const float* x, float* __restrict out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out[i] = x[i] / (1.0f + fast_exp(-x[i]));
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());                // does nothing when out has this shape
    constexpr std::size_t block = 16384;  // small enough to share evenly; four are worth waking a thread for
    const std::size_t count = x.size();
    if (count <= 4 * block) return silu_of(x.data(), out.data(), count);
#pragma omp parallel for
    for (std::size_t begin = 0; begin < count; begin += block) {
        silu_of(x.data() + begin, out.data() + begin, std::min(block, count - begin));
    }
}

}  // namespace tiny_llm
