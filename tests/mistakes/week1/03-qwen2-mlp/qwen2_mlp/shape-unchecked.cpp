// en: A wrong last axis is not refused: x.size() / dim rows are computed whatever the shape, and
//     elements of different rows are mixed. Keep the stub's require_shapes as the first line.
// zh: 最后一维不对时没有拒绝：不管形状如何都按 x.size() / dim 行来算，不同行的元素混在了一起。
//     第一行保留桩代码里的 require_shapes。

#include "qwen2_mlp.hpp"

#include <cmath>
#include <vector>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    const std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    Tensor y = xt::zeros<float>(shape);
    for (std::size_t r = 0; r < x.size() / dim; ++r) {
        for (std::size_t h = 0; h < hidden_dim; ++h) {
            float gate = 0.0f;
            float up = 0.0f;
            for (std::size_t e = 0; e < dim; ++e) {
                gate += w_gate(h, e) * x.data()[r * dim + e];
                up += w_up(h, e) * x.data()[r * dim + e];
            }
            const float hidden = gate / (1.0f + std::exp(-gate)) * up;
            for (std::size_t e = 0; e < dim; ++e) y.data()[r * dim + e] += w_down(e, h) * hidden;
        }
    }
    return y;
}

}  // namespace tiny_llm
