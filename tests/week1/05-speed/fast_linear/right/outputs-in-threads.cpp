#include "fast_linear.hpp"

#include <thread>
#include <vector>

namespace tiny_llm {

void fast_linear(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
    require_shapes(weight.dimension() == 2 && x.dimension() > 0 && x.shape().back() == weight.shape(1), "fast_linear",
        "x", x, "weight", weight);
    if (bias) {
        require_shapes(bias->dimension() == 1 && bias->shape(0) == weight.shape(0), "fast_linear", "bias", *bias,
            "weight", weight);
    }
    const std::size_t outs = weight.shape(0);
    const std::size_t in = weight.shape(1);
    const std::size_t rows = x.size() / in;
    auto shape = x.shape();
    shape.back() = outs;
    out.resize(shape);
    constexpr std::size_t count = 3;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
        threads.emplace_back([&, begin = t * outs / count, end = (t + 1) * outs / count] {
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t o = begin; o < end; ++o) {
                    out.data()[row * outs + o] =
                        cblas_sdot(static_cast<int>(in), x.data() + row * in, 1, weight.data() + o * in, 1) +
                        (bias ? (*bias)(o) : 0.0f);
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tiny_llm
