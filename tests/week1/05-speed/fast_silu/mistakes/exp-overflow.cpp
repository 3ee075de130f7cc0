#include "fast_silu.hpp"

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float e = std::exp(x.data()[i]);
        out.data()[i] = x.data()[i] * e / (1.0f + e);
    }
}

}  // namespace tiny_llm
