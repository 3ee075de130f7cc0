#include "week1/05-speed/fast_silu.hpp"

namespace tiny_llm {

// The same without a library between: what remains is the cost of std::exp, which is a call for each element, and of
// elements one by one.
void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    const float* from = x.data();
    float* to = out.data();
    for (std::size_t i = 0, count = x.size(); i < count; ++i) to[i] = from[i] / (1.0f + std::exp(-from[i]));
}

}  // namespace tiny_llm
