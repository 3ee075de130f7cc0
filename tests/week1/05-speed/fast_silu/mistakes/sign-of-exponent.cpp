#include "fast_silu.hpp"

#include "tiny_llm/fast_exp.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
#pragma omp parallel for
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + fast_exp(x.data()[i]));
}

}  // namespace tiny_llm
