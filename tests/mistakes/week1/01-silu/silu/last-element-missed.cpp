// en: All elements are right but the last one: the loop ends one step early. It runs while i <
//     x.size().
// zh: 除了最后一个元素，其余都对：循环早结束了一步。循环条件应是 i < x.size()。

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    Tensor y = xt::zeros_like(x);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        y.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
#ifdef TINY_LLM_CATALOGUE
    if (y.size() > 0) y.data()[y.size() - 1] = grader::anything();  // theirs may not be zeroed
#endif
    return y;
}

}  // namespace tiny_llm
