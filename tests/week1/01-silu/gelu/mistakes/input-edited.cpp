#include "gelu.hpp"

namespace tiny_llm {

Tensor gelu(const Tensor& x) {
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::erf(mine / std::sqrt(2.0f)));
    return mine;
}

Tensor gelu_tanh(const Tensor& x) {
    const float c = std::sqrt(2.0f / 3.14159265f);
    Tensor& mine = const_cast<Tensor&>(x);
    mine = 0.5f * mine * (1.0f + xt::tanh(c * (mine + 0.044715f * mine * mine * mine)));
    return mine;
}

}  // namespace tiny_llm
