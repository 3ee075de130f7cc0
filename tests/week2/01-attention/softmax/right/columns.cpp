#include "softmax.hpp"

namespace tiny_llm {

Tensor softmax(const Tensor& x) {
    if (x.dimension() == 0) throw std::invalid_argument("softmax: x has no axis");
    // Columns instead of rows: what has one value for each column broadcasts without keep_dims.
    const std::size_t width = x.shape().back();
    Tensor rows = x;
    rows.reshape({width ? x.size() / width : 0, width});
    const Tensor columns = xt::transpose(rows);
    const Tensor largest = xt::amax(columns, {0});
    const Tensor powers = xt::exp(columns - largest);
    const Tensor sum = xt::sum(powers, {0});
    Tensor y = xt::transpose(powers / sum);
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
