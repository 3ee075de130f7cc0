#include "tiny_llm/fast_exp.hpp"
#include "week1/05-speed/fast_silu.hpp"

namespace tiny_llm {

// No call is left in the loop, so the compiler can do as many elements at once as the oldest CPU of this kind has room
// for: four, on x86-64.
void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    const float* from = x.data();
    float* __restrict to = out.data();
    for (std::size_t i = 0, count = x.size(); i < count; ++i) to[i] = from[i] / (1.0f + fast_exp(-from[i]));
}

}  // namespace tiny_llm
