#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    if (out.size() != x.size()) out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
}

}  // namespace tiny_llm
