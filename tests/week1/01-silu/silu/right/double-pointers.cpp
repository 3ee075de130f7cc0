#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    auto y = Tensor::from_shape(x.shape());
    const float* in = x.data();
    float* out = y.data();
    for (const float* end = in + x.size(); in != end; ++in, ++out) {
        const double v = *in;
        *out = static_cast<float>(v / (1.0 + std::exp(-v)));
    }
    return y;
}

}  // namespace tiny_llm
