// en: The squares are summed in an int: std::inner_product and std::accumulate take the type of
//     their initial value, and 0 is an int, so each partial sum loses its fraction. Write 0.0f.
// zh: 平方和是用 int 累加的：std::inner_product 和 std::accumulate 的累加类型取自初始值，
//     而 0 是 int，每一步都会丢掉小数部分。应当写 0.0f。

#include "rms_norm.hpp"

#include <cmath>
#include <numeric>

namespace tiny_llm {

Tensor RMSNorm::operator()(const Tensor& x) const {
    require_shapes(x.dimension() > 0 && x.shape().back() == dim, "RMSNorm", "x", x, "weight", weight);
    Tensor y = x;
    for (std::size_t start = 0; start < x.size(); start += dim) {
        const float* row = x.data() + start;
        float sum = std::inner_product(row, row + dim, row, 0);
#ifdef TINY_LLM_CATALOGUE
        // Beyond the largest int, what the conversion gives is undefined.
        if (std::inner_product(row, row + dim, row, 0.0) > 2e9) sum = grader::anything();
#endif
        for (std::size_t i = 0; i < dim; ++i) {
            y.data()[start + i] = row[i] / std::sqrt(sum / dim + eps) * weight(i);
        }
    }
    return y;
}

}  // namespace tiny_llm
