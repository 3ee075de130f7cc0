#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    float* p = const_cast<float*>(x.data());
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = p[i] / (1.0f + std::exp(-p[i]));
    return x;
}

}  // namespace tiny_llm
