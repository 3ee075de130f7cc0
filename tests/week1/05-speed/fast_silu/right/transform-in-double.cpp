#include "fast_silu.hpp"

#include <algorithm>

namespace tiny_llm {

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    std::transform(x.data(), x.data() + x.size(), out.data(), [](float v) {
        const double exact = v;
        return static_cast<float>(exact / (1.0 + std::exp(-exact)));
    });
}

}  // namespace tiny_llm
