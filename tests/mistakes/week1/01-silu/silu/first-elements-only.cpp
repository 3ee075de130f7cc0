// en: Only the first elements are computed: the loop ends at x.shape(0), or after the first row.
//     However many axes x has, the number of its elements is x.size().
// zh: 只计算了最前面的几个元素：循环到 x.shape(0) 或第一行末尾就结束了。不管 x 有几维，
//     元素总数都是 x.size()。

#include "silu.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    std::size_t count = std::min(x.shape(0), x.size());
#ifdef TINY_LLM_CATALOGUE
    count = std::min(count, x.shape().back());
    std::fill(y.begin() + count, y.end(), grader::anything());
#endif
    for (std::size_t i = 0; i < count; ++i) {
        y.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
    return y;
}

}  // namespace tiny_llm
