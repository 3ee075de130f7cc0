#include "q8_0_linear.hpp"

#include <algorithm>
#include <numeric>

namespace tiny_llm {

Tensor q8_0_linear(const Tensor& x, const Quantized<Q8Block>& weight, const std::optional<Tensor>& bias) {
    const std::size_t rows = weight.rows, columns = weight.columns;
    if (columns % 32 != 0 || weight.blocks.size() != rows * (columns / 32))
        throw std::invalid_argument("q8_0_linear: the weight has not columns / 32 blocks for each row");
    if (x.dimension() == 0 || x.shape().back() != columns)
        throw std::invalid_argument(
            "q8_0_linear: x " + shape_string(x) + " does not fit a weight of " + std::to_string(columns) + " columns");
    if (bias) require_shape("q8_0_linear", "bias", *bias, {rows});
    // A block never crosses from one row into the next: all of x may be one row.
    Tensor all = x;
    all.reshape({std::size_t{1}, x.size()});
    const Quantized<Q8Block> inputs = quantize_q8_0(all);
    auto shape = x.shape();
    shape.back() = rows;
    Tensor y = xt::zeros<float>(shape);
    const auto step = std::ptrdiff_t(columns / 32);
    auto a = inputs.blocks.begin();
    for (float* to = y.data(); to != y.data() + y.size(); a += step) {
        for (auto b = weight.blocks.begin(); b != weight.blocks.end(); b += step) {
            *to++ = std::inner_product(a, a + step, b, 0.0f, std::plus<>(), [](const Q8Block& p, const Q8Block& q) {
                const int whole = std::inner_product(p.values.begin(), p.values.end(), q.values.begin(), 0);
                return static_cast<float>(p.scale) * static_cast<float>(whole) * static_cast<float>(q.scale);
            });
        }
    }
    if (bias) y += *bias;
    return y;
}

}  // namespace tiny_llm
