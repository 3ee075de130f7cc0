// en: The numbers are right, but they come back as one row. The output has the shape of x: make
//     it with xt::zeros_like(x), or reshape it to x.shape() at the end.
// zh: 数值是对的，但结果变成了一维。输出的形状应与 x 相同：用 xt::zeros_like(x) 创建，
//     或在最后 reshape 成 x.shape()。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros<float>({x.size()});
    for (std::size_t i = 0; i < x.size(); ++i) {
        y(i) = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
    return y;
}

}  // namespace tiny_llm
