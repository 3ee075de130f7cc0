// en: A wrong last axis is refused, but not with std::invalid_argument, which the contract names
//     and callers catch; xt::linalg::dot throws another type, too. Keep the stub's require_shapes
//     as the first line.
// zh: 最后一维不对时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是
//     它，而 xt::linalg::dot 自己抛的是别的类型。第一行保留桩代码里的 require_shapes。

#include "qwen2_mlp.hpp"

#include <stdexcept>

namespace tiny_llm {

Tensor Qwen2MLP::operator()(const Tensor& x) const {
    if (x.dimension() == 0 || x.shape().back() != dim) throw std::runtime_error("Qwen2MLP: wrong shape");
    const Tensor gate = linear(x, w_gate);
    const Tensor up = linear(x, w_up);
    return linear(silu(gate) * up, w_down);
}

}  // namespace tiny_llm
