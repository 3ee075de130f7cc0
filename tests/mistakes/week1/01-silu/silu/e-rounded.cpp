// en: Your e is 2.718. That has four digits and float32 seven, and the error grows with x. Use
//     xt::exp, or std::exp for one element.
// zh: 你用的 e 是 2.718，只有四位有效数字，而 float32 有七位，x 越大误差越大。请用 xt::exp，
//     单个元素用 std::exp。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) { return x / (1.0f + xt::pow(2.718f, -x)); }

}  // namespace tiny_llm
