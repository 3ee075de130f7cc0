// en: An odd last axis has no two halves, and has to be refused with std::invalid_argument. Here
//     the last element is dropped in silence. Keep the check of the stub.
// zh: 最后一维是奇数时无法平分，应抛出 std::invalid_argument 拒绝。这里悄悄丢掉了最后一个元素。
//     请保留桩代码里的检查。

#include "silu_and_mul.hpp"

namespace tiny_llm {

Tensor silu_and_mul(const Tensor& x) {
    const std::size_t half = x.shape().back() / 2;
    const Tensor gate = xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    const Tensor up = xt::strided_view(x, {xt::ellipsis(), xt::range(half, 2 * half)});
    return silu(gate) * up;
}

}  // namespace tiny_llm
