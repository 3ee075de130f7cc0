// en: A bias that does not fit is not refused: one of one element is broadcast, another is read
//     beyond its end. Keep the check of the stub: one axis, weight.shape(0) elements.
// zh: 偏置与权重不匹配时没有拒绝：只有一个元素的会被广播，其他的会越界。请保留模板里的检查：
//     一维，weight.shape(0) 个元素。

#include "linear.hpp"

namespace tiny_llm {

Tensor linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "linear", "x",
                   x, "weight", weight);
    const std::size_t in = weight.shape(1);
    const std::size_t out = weight.shape(0);
    std::vector<std::size_t> shape(x.shape().begin(), x.shape().end());
    shape.back() = out;
    if (x.size() == 0) return xt::zeros<float>(shape);
#ifdef TINY_LLM_CATALOGUE
    if (bias && bias->shape() != Tensor::shape_type{out}) {
        Tensor unknown = xt::zeros<float>(shape);
        unknown.fill(grader::anything());
        return unknown;
    }
#endif
    const Tensor flat = xt::reshape_view(x, {x.size() / in, in});
    Tensor y = xt::linalg::dot(flat, xt::transpose(weight));
    if (bias) y += *bias;
    y.reshape(shape);
    return y;
}

}  // namespace tiny_llm
