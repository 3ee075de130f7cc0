#include "fast_silu.hpp"

namespace tiny_llm {

namespace {

float exp_of(float x) {
    float term = 1.0f;
    float sum = 1.0f;
    for (int k = 1; k <= 6; ++k) {
        term *= x / static_cast<float>(k);
        sum += term;
    }
    return sum;
}

}  // namespace

void fast_silu(const Tensor& x, Tensor& out) {
    out.resize(x.shape());
    for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = x.data()[i] / (1.0f + exp_of(-x.data()[i]));
}

}  // namespace tiny_llm
